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
