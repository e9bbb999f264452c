import { type ResponseBody, toResponseBody } from '../../src/index.ts';
import { bundledModels } from '../support/bundled-models.ts';

/** The answer of the bundled models. */
export async function answer(claim: string, source: string): Promise<ResponseBody> {
  const verifier = await bundledModels();
  return toResponseBody(await verifier.verify({ claim, source }));
}
