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
 * Checks a claim against each passage alone, the closest first, as if it were the only source: in a folder there is always
 * a sentence of something else that contradicts a claim, or supports it together with others. The first that decides
 * decides, the closest where none does; one that is not the closest contradicts with at least `strong` of contradiction
 * only. Where one supports the claim and another contradicts it, both are read together, and count where the rule for
 * sources that disagree says that they do.
 */
export async function checkPassages(
  claim: ReadClaim,
  { alone, together }: PassagesToCheck,
  { check, strong }: { readonly check: ClaimChecker['check']; readonly strong: number },
): Promise<DecidedBeside> {
  const beside: DecidedBeside[] = [];
  for (const sources of alone) beside.push({ sources, checked: await check(claim, sources) });
  const deciding = beside.filter(({ checked }, place) => decides(checked, place === 0 ? 0 : strong));
  if (new Set(deciding.map(({ checked }) => checked.decision.verdict)).size > 1) {
    const checked = await check(claim, together);
    if (checked.decided.some(({ objections }) => objections.includes('evidence_disagrees')))
      return { sources: together, checked };
  }
  return deciding[0] ?? beside[0] ?? { sources: together, checked: await check(claim, together) };
}

function decides({ decision: { verdict }, decided }: CheckedClaim, leastContradiction: number): boolean {
  if (verdict !== 'UNSUPPORTED') return verdict === 'SUPPORTED';
  return decided.some(
    ({ matchType, examined }) =>
      matchOf(matchType).stance === 'against' && examined.opposition.scores.contradiction >= leastContradiction,
  );
}
