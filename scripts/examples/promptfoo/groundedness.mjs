// An assertion for promptfoo: does the output say only what its sources say? No language model judges it.
// `vars.sources` has the sources: a text, a list of texts, or a list of {id, text}. `config` may have fields of
// POST /v1/verify/answer (citations, uncertain, min_confidence) and `threshold`, the share of sentences that has to pass.

/** @param {string} output @param {{ vars: Record<string, unknown>, config?: Record<string, unknown> }} context */
export default async function groundedness(output, { vars, config = {} }) {
  const sources = sourcesOf(vars.sources);
  if (sources.length === 0) return failed('Expected vars.sources with the texts that the output is checked against.');
  const { threshold = 1, ...policy } = config;
  const { CLAIM_VERIFIER_URL: url = 'http://127.0.0.1:8080', CLAIM_VERIFIER_API_KEY: key = '' } = process.env;
  const response = await fetch(`${url}/v1/verify/answer`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ answer: output, sources, ...policy }),
  });
  const body = await response.json();
  if (!response.ok) return failed(`The output was not checked: ${body.error?.message ?? response.status}`);
  return gradingOf(body, threshold);
}

/** Several values of one variable are separate tests to promptfoo, so a list may come as JSON text. */
function sourcesOf(value) {
  const given = typeof value === 'string' ? parsed(value) : (value ?? []);
  const list = Array.isArray(given) ? given : [given];
  return list.map((one, i) => (typeof one === 'string' ? { id: String(i + 1), text: one } : one));
}

function parsed(text) {
  try {
    const value = JSON.parse(text);
    return Array.isArray(value) ? value : text;
  } catch {
    return text;
  }
}

function gradingOf({ outcome, grounding_score: share, sentences }, threshold) {
  const open = sentences.filter((one) => one.outcome === 'review' || one.outcome === 'fail');
  const reasons = open.map(({ text, verdict, reasons: why }) => {
    const codes = why.map(({ code }) => code).join(', ');
    return `${verdict}: ${text}${codes && ` (${codes})`}`;
  });
  // An output with nothing to check is not proof that the sources support it.
  const score = share ?? 0;
  return {
    pass: outcome !== 'fail' && share !== null && score >= threshold,
    score,
    reason:
      share === null ? 'No sentence of the output is to be checked.' : reasons.join('\n') || 'Every sentence passes.',
  };
}

function failed(reason) {
  return { pass: false, score: 0, reason };
}
