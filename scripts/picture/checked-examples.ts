import type { AnswerBody } from '../../src/contract/answer.ts';
import type { VerifyResponse } from '../../src/contract/verify.ts';
import type { LibraryVerifier } from '../../src/library/index.ts';
import { ANSWER_EXAMPLES, EXAMPLES } from '../../src/web/try/examples.ts';

export interface CheckedExamples {
  readonly claims: readonly VerifyResponse[];
  readonly answers: readonly AnswerBody[];
}

/** The results of the examples of the page, as the page asks for them. */
export async function checkedExamples(verifier: LibraryVerifier): Promise<CheckedExamples> {
  const claims = [];
  for (const { title: _, ...request } of EXAMPLES) claims.push(await verifier.verify(request, { detail: 'full' }));
  const answers = [];
  for (const { title: _, answer, citations, sources } of ANSWER_EXAMPLES) {
    answers.push(await verifier.verifyAnswer({ answer, citations, sources, offsets: 'utf16' }));
  }
  return { claims, answers };
}

/** The results as JSON with a line for each, so that a diff names the examples that changed. */
export function resultsByLine(results: CheckedExamples): string {
  const lists = Object.entries(results).map(
    ([name, list]) => `"${name}": [\n${list.map((one: unknown) => JSON.stringify(one)).join(',\n')}\n]`,
  );
  return `{\n${lists.join(',\n')}\n}\n`;
}
