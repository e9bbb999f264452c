import { afterAll, beforeAll } from 'vitest';
import { createVerifier, type ResponseBody, toResponseBody, type Verifier } from '../../src/index.ts';
import { PATIENT } from '../support/patient.ts';

/** Opens the bundled models for the tests of a file, and returns how they are asked. */
export function answering(): (claim: string, source: string) => Promise<ResponseBody> {
  let verifier: Verifier;
  beforeAll(async () => {
    // On a busy machine warm-up measures slow models, and the queue would hold few requests; these tests are about answers.
    verifier = await createVerifier(PATIENT);
  });
  afterAll(() => verifier?.close());
  return async (claim, source) => {
    const input = { claim, source };
    return toResponseBody(await verifier.verify(input));
  };
}
