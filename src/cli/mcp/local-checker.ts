import {
  type AnswerLimits,
  answerRequestReader,
  createVerifier,
  readVerifyRequest,
  toResponseBody,
  type VerifierOptions,
} from '../../index.ts';
import type { OpenChecker } from './open-checker.ts';

/** Checks in this process. The models are loaded from now on; calls wait for them. */
export function localChecker(options: VerifierOptions, limits: AnswerLimits): OpenChecker {
  const opening = createVerifier(options);
  // The calls report why the models cannot be opened.
  opening.catch(() => undefined);
  const readAnswerRequest = answerRequestReader(limits);
  return {
    async verifyClaim(body, signal) {
      const input = readVerifyRequest(body);
      const verifier = await opening;
      return toResponseBody(await verifier.verify(input, { signal }));
    },
    async verifyAnswer(body, signal) {
      const input = readAnswerRequest(body);
      const verifier = await opening;
      return verifier.verifyPrepared(await verifier.prepareAnswer(input, signal), { signal });
    },
    close: () =>
      opening.then(
        (verifier) => verifier.close(),
        () => undefined,
      ),
  };
}
