import { setTimeout as sleep } from 'node:timers/promises';
import type { Target } from './area.ts';
import { assertVerdict } from './assert-answers.ts';
import { askVerdict } from './send-request.ts';

const PAUSE_MS = 200;
/** Longer than any pause of a machine that is busy with other work, shorter than work by the square of a file. */
const MAX_MS = 15_000;
const SOURCE = 'Acme opened its Lyon plant in 2014. The plant employs 350 people.';

/** Another customer, who asks short questions all the while and must be answered. */
export interface Neighbour {
  /** Ends it; resolves with how long each answer took, in milliseconds, and what went wrong first. */
  end(): Promise<{ readonly ms: readonly number[]; readonly failure: string | undefined }>;
}

/** `target` holds the customer's own key. */
export function startNeighbour(target: Target): Neighbour {
  const ended = new AbortController();
  const ms: number[] = [];
  let failure: string | undefined;
  const asking = (async () => {
    for (let number = 0; !ended.signal.aborted && failure === undefined; number++) {
      const start = performance.now();
      // A number that changes, so that no cache answers.
      const claim = `The plant employs ${number} people.`;
      try {
        const { status, body } = await askVerdict(target, claim, SOURCE);
        if (status !== 200) throw new Error(`expected status 200, got ${status} with ${body}`);
        assertVerdict(body, claim, SOURCE);
        const took = performance.now() - start;
        if (took > MAX_MS) throw new Error(`expected an answer within ${MAX_MS} ms, got it after ${took.toFixed()} ms`);
        ms.push(took);
      } catch (error) {
        failure = `another customer: ${(error as Error).message}`;
      }
      await sleep(PAUSE_MS, undefined, { signal: ended.signal }).catch(() => undefined);
    }
  })();
  return {
    end: async () => {
      ended.abort();
      await asking;
      return { ms, failure };
    },
  };
}
