import type { Fact, FactFinding, Name, NameFinding } from './types.ts';

function isFact(finding: FactFinding | NameFinding): finding is FactFinding {
  return 'kind' in finding.claim;
}

function said(part: Fact | Name): string {
  return 'kind' in part ? part.phrase : part.text;
}

/** One short clause for the reasoning: "claim says 530 people, source says 350 people". Same finding, same words. */
export function describeFinding(finding: FactFinding | NameFinding): string {
  const claim = said(finding.claim);
  const source = finding.source === undefined ? undefined : said(finding.source);
  if (finding.status === 'conflict' && source !== undefined) return `claim says ${claim}, source says ${source}`;
  if (finding.status === 'absent') return `${claim} is not ${isFact(finding) ? 'stated' : 'named'} in the source`;
  if (source === undefined || source === claim) return `claim and source both say ${claim}`;
  return `${claim} agrees with ${source} in the source`;
}
