import type { Steps } from '../text/index.ts';
import type { ClaimSpan } from '../verify/read/read-claim.ts';
import type { ReadSource } from '../verify/read/read-source.ts';
import { highestCostSteps } from '../verify/score/highest-cost.ts';
import type { Scoring } from '../verify/score/select-evidence.ts';
import { NEAREST_SENTENCES } from './nearest-sentences.ts';
import type { CitedSources, SentenceToCheck } from './sentences/cited-sources.ts';

/** The most milliseconds of one worker's time that the sentences can cost: with all sources, and with those they cite. */
export function* costSteps(
  toCheck: readonly SentenceToCheck[],
  source: ReadSource,
  { encoder, limits, perSpan, nearest: chooses }: Scoring,
): Steps<number> {
  const spans = toCheck.flatMap(({ claim }) => claim?.spans ?? []);
  const most = (nearest: Scoring['nearest']) => nearest && NEAREST_SENTENCES;
  let costMs = yield* highestCostSteps({ spans, source, perSpan, nearest: most(chooses) }, encoder, limits);
  const citing = new Map<CitedSources, ClaimSpan[]>();
  for (const { claim, cited } of toCheck) {
    if (cited === undefined) continue;
    const own = citing.get(cited) ?? [];
    citing.set(cited, own);
    own.push(...claim!.spans);
  }
  for (const [{ source: cited, nearest }, own] of citing) {
    const texts = { spans: own, source: cited, perSpan, nearest: most(nearest) };
    costMs += yield* highestCostSteps(texts, encoder, limits);
  }
  return costMs;
}
