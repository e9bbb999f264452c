/** The process in which damaged-models.ts has model directories loaded: what ends it ends nothing else. */
import { createVerifier, type ResponseBody, ServiceError, sealModel, toResponseBody } from '../../src/index.ts';
import type { Loaded, ModelToLoad } from './damaged-models.ts';
import { assertVerdict } from './exchange.ts';

const CLAIM = 'The plant employs 530 people.';
const SOURCE = 'Acme opened its Lyon plant in 2014. The plant employs 350 people.';
/** Codes of refusals; internal_error is a fault that no one foresaw. */
const REFUSALS = ['invalid_model', 'invalid_configuration', 'service_unavailable'];

process.on('message', async (model: ModelToLoad) => {
  process.send?.({ fault: await faultOf(model) } satisfies Loaded);
});

async function faultOf({ dir, sealed }: ModelToLoad): Promise<string | undefined> {
  try {
    if (sealed) await sealModel(dir);
    const body = await verdictOf(dir);
    assertVerdict(JSON.stringify(body), CLAIM, SOURCE);
    return undefined;
  } catch (error) {
    const { code, message } = error as ServiceError;
    if (error instanceof ServiceError && REFUSALS.includes(code) && message.length > 20) return undefined;
    return `expected a refusal in a sentence, got ${error instanceof Error ? (error.stack ?? message) : String(error)}`;
  }
}

async function verdictOf(dir: string): Promise<ResponseBody> {
  const options = { modelDir: dir, evidenceModelDir: dir, executionProvider: 'cpu', workers: 1 } as const;
  const verifier = await createVerifier({ ...options, threadsPerWorker: 1 });
  try {
    return toResponseBody(await verifier.verify({ claim: CLAIM, source: SOURCE }));
  } finally {
    await verifier.close();
  }
}
