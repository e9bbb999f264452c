import { matchOf } from '../../contract/words.ts';
import type { CheckedClaim, ClaimChecker, Sources } from '../../verify/pipeline.ts';
import type { ReadClaim } from '../../verify/read/read-claim.ts';

/** What decided a claim, and beside what. */
export interface DecidedBeside {
  readonly sources: Sources;
  readonly checked: CheckedClaim;
}

/** The passages of a claim as sources. */
export interface PassagesToCheck {
  /** Each as the only source, the closest first. */
  readonly alone: readonly Sources[];
  readonly together: Sources;
}

/**
 * Checks a claim against passages, the closest first, each as if it were the only source: in a folder there is always a
 * sentence of something else that contradicts a claim, or supports it together with others. The first that decides
 * decides, the closest where none does; one that is not the closest contradicts with at least `strong` of contradiction
 * only. What decides is turned by the others under the rule for sources that disagree alone.
 */
export async function checkPassages(
  claim: ReadClaim,
  { alone, together }: PassagesToCheck,
  { check, strong }: { readonly check: ClaimChecker['check']; readonly strong: number },
): Promise<DecidedBeside> {
  const beside: DecidedBeside[] = [];
  for (const [place, sources] of alone.entries()) {
    const one = { sources, checked: await check(claim, sources) };
    beside.push(one);
    if (!decides(one.checked, place === 0 ? 0 : strong)) continue;
    const others = alone.length === 1 ? undefined : await check(claim, together);
    const disagree = others?.decided.some(({ objections }) => objections.includes('evidence_disagrees'));
    return disagree ? { sources: together, checked: others! } : one;
  }
  return beside[0] ?? { sources: together, checked: await check(claim, together) };
}

function decides({ decision: { verdict }, decided }: CheckedClaim, leastContradiction: number): boolean {
  if (verdict !== 'UNSUPPORTED') return verdict === 'SUPPORTED';
  return decided.some(
    ({ matchType, examined }) =>
      matchOf(matchType).stance === 'against' && examined.opposition.scores.contradiction >= leastContradiction,
  );
}
