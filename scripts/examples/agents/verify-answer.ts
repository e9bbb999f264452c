export interface Source {
  readonly id: string;
  readonly text: string;
}

export interface CheckedAnswer {
  readonly outcome: 'pass' | 'review' | 'fail';
  readonly sentences: readonly { readonly text: string; readonly verdict: string | null }[];
}

/** Checks an answer with the service at CLAIM_VERIFIER_URL. Throws what it refuses, so that nothing passes unchecked. */
export async function verifyAnswer(answer: string, sources: readonly Source[]): Promise<CheckedAnswer> {
  const { CLAIM_VERIFIER_URL: url = 'http://127.0.0.1:8080', CLAIM_VERIFIER_API_KEY: key = '' } = process.env;
  const response = await fetch(`${url}/v1/verify/answer`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ answer, sources }),
  });
  if (!response.ok) throw new Error(`The answer was not checked: ${await response.text()}`);
  return (await response.json()) as CheckedAnswer;
}

export function contradicted({ sentences }: CheckedAnswer): string {
  return sentences.flatMap(({ text, verdict }) => (verdict === 'UNSUPPORTED' ? [`"${text}"`] : [])).join(', ');
}
