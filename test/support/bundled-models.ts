import { createVerifier } from '../../src/index.ts';

let opened: ReturnType<typeof createVerifier> | undefined;

/**
 * The bundled models with the default calibration, opened once for all test files that share a process, which takes five
 * seconds of CPU time; they end with it. Nothing leaves their queue: on a busy or slow machine the default one refuses
 * what a whole test file asks at once.
 */
export function bundledModels(): ReturnType<typeof createVerifier> {
  opened ??= createVerifier({ maxQueueMs: 600_000, maxRequestMs: 600_000 });
  return opened;
}
