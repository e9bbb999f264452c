import type { Steps } from '../text/index.ts';
import type { ClaimSpan } from '../verify/read/read-claim.ts';
import { highestCostSteps } from '../verify/score/highest-cost.ts';
import type { Scoring } from '../verify/score/scoring.ts';
import type { SentenceToCheck } from './sentences/cited-sources.ts';

/** The most milliseconds of one worker's time that the sentences can cost: with all sources, and with those they cite. */
export function* costSteps(toCheck: readonly SentenceToCheck[], scoring: Scoring): Steps<number> {
  const spans = toCheck.flatMap(({ claim }) => claim?.spans ?? []);
  let costMs = yield* highestCostSteps(spans, scoring);
  const citing = new Map<NonNullable<SentenceToCheck['cited']>, ClaimSpan[]>();
  for (const { claim, cited } of toCheck) {
    if (cited === undefined) continue;
    const own = citing.get(cited) ?? [];
    citing.set(cited, own);
    own.push(...claim!.spans);
  }
  for (const [cited, own] of citing) costMs += yield* highestCostSteps(own, { ...scoring, ...cited });
  return costMs;
}
