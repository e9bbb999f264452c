import type { Pause } from '../../pause.ts';
import type { KindedSpan } from '../../text/index.ts';
import type { ReadClaim } from '../../verify/read/read-claim.ts';
import { type ReadSource, readDocuments, type SourceUse } from '../../verify/read/read-source.ts';
import { selectEvidence } from '../../verify/score/score-span.ts';
import type { Scoring } from '../../verify/score/scoring.ts';
import type { Candidate } from '../index/finder.ts';

/**
 * Of sentences found by their words, read alone as `source`, those that the evidence model names for a claim, in the order
 * that they came in.
 */
export async function selectCandidates(
  claim: ReadClaim,
  found: readonly Candidate[],
  scoring: Scoring,
): Promise<Candidate[]> {
  const { sentences: read } = scoring.source;
  const chosen = new Set<number>();
  for (const span of claim.spans) {
    const selected = await selectEvidence(span, scoring);
    for (const { sentences } of selected.chosen) for (const i of sentences) chosen.add(read[i]!.document.number);
  }
  return found.filter((_, number) => chosen.has(number));
}

const BETWEEN = '\n\n';

/** Sentences as documents of their own: what stands around them is not read yet. */
export async function readAlone(found: readonly Candidate[], use: SourceUse, pause: Pause): Promise<ReadSource> {
  const documents: KindedSpan[][] = [];
  let text = '';
  for (const { passage, sentence } of found) {
    const { kind, header, ...span } = passage.spans[sentence]!;
    const add = ({ start, end }: typeof span) => {
      const from = text.length;
      text += passage.text.slice(start, end) + BETWEEN;
      return { start: from, end: from + end - start };
    };
    const own = { ...add(span), kind };
    documents.push([header === undefined ? own : { ...own, header: add(header) }]);
  }
  return readDocuments({ text, documents }, use, pause);
}
