import { unavailable } from '../../errors.ts';
import type { AnswerVerifier, Verifier } from '../../index.ts';
import type { ServiceVerifier } from './readiness.ts';

/** Refuses whole answers, until `createVerifier` can check them. */
const NO_ANSWERS: AnswerVerifier = {
  prepareAnswer: () => ({ checked: 0 }),
  verifyAnswer: () => Promise.reject(unavailable('Whole answers cannot be checked yet.', 3_600)),
};

export function withAnswers(verifier: Verifier & Partial<AnswerVerifier>): ServiceVerifier {
  return isComplete(verifier) ? verifier : Object.assign(verifier, NO_ANSWERS);
}

function isComplete(verifier: Verifier & Partial<AnswerVerifier>): verifier is ServiceVerifier {
  return verifier.verifyAnswer !== undefined;
}
