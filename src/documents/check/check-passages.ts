import type { CheckedClaim, ClaimChecker, Sources } from '../../verify/pipeline.ts';
import type { ReadClaim } from '../../verify/read/read-claim.ts';

/** What decided a claim, and beside what. */
export interface DecidedBeside {
  readonly sources: Sources;
  readonly checked: CheckedClaim;
}

/**
 * Checks a claim against each passage alone, the closest first, as if it were the only source: in a folder there is always
 * a sentence of something else that contradicts a claim, or supports it together with others. The first that decides
 * decides, the closest where none does. Where one supports the claim and another contradicts it, both are read together,
 * and count where the rule for sources that disagree says that they do.
 */
export async function checkPassages(
  claim: ReadClaim,
  { alone, together }: { readonly alone: readonly Sources[]; readonly together: Sources },
  check: ClaimChecker['check'],
): Promise<DecidedBeside> {
  const beside: DecidedBeside[] = [];
  for (const sources of alone) beside.push({ sources, checked: await check(claim, sources) });
  const deciding = beside.filter(({ checked }) => checked.decision.verdict !== 'UNCERTAIN');
  if (new Set(deciding.map(({ checked }) => checked.decision.verdict)).size > 1) {
    const checked = await check(claim, together);
    if (checked.decided.some(({ objections }) => objections.includes('evidence_disagrees')))
      return { sources: together, checked };
  }
  return deciding[0] ?? beside[0] ?? { sources: together, checked: await check(claim, together) };
}
