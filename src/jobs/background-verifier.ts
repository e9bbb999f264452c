import type { Caller } from '../index.ts';
import type { BatchVerifier, RowVerifier } from '../rows/row-kind.ts';

/** Verifies for a client in model time that nobody waits for. */
export function backgroundVerifier(verifier: BatchVerifier, client: string): RowVerifier {
  const background = <Options extends Caller>(caller: Options) => ({ ...caller, client, background: true });
  return {
    verify: (input, caller = {}) => verifier.verify(input, background(caller)),
    prepareAnswer: (input, signal) => verifier.prepareAnswer(input, signal),
    verifyPrepared: (request, options = {}) => verifier.verifyPrepared(request, background(options)),
    get fault() {
      return verifier.fault;
    },
  };
}
