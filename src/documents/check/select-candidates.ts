import type { Pause } from '../../pause.ts';
import { type KindedSpan, normaliseForModel, sentenceWords, wordKey } from '../../text/index.ts';
import type { ReadClaim } from '../../verify/read/read-claim.ts';
import { type ReadSource, readDocuments, type SourceUse } from '../../verify/read/read-source.ts';
import { selectEvidence } from '../../verify/score/score-span.ts';
import type { ScoringContext } from '../../verify/score/scoring.ts';
import type { Candidate } from '../index/finder.ts';
import type { Passage } from '../index/split-document.ts';

/**
 * Of sentences found by their words, read alone as `source`, those that the evidence model names for a claim, in the order
 * that they came in.
 */
export async function selectCandidates(
  claim: ReadClaim,
  found: readonly Candidate[],
  scoring: ScoringContext,
): Promise<Candidate[]> {
  const { sentences: read } = scoring.source;
  const chosen = new Set<number>();
  for (const span of claim.spans) {
    const selected = await selectEvidence(span, scoring);
    const numbers = selected.chosen.flatMap(({ sentences }) => sentences.map((i) => read[i]!.document.number));
    for (const number of amongClosest(numbers, found, selected.weighed)) chosen.add(number);
  }
  return found.filter((_, number) => chosen.has(number));
}

/** A passage with less than this share of the words that the closest has, by their weight, is about something else. */
const SHARE_OF_CLOSEST = 0.7;

/**
 * Those of the candidates whose passages hold about as many of a claim's words as the one that holds most. In a folder there
 * is always a sentence of something else that contradicts a claim.
 */
function amongClosest(
  numbers: readonly number[],
  found: readonly Candidate[],
  weighed: ReadonlyMap<string, number>,
): number[] {
  const passages = new Set(numbers.map((number) => found[number]!.passage));
  const held = new Map([...passages].map((passage) => [passage, weightIn(passage, weighed)]));
  const most = Math.max(...held.values());
  return numbers.filter((number) => held.get(found[number]!.passage)! >= SHARE_OF_CLOSEST * most);
}

function weightIn({ text }: Passage, weighed: ReadonlyMap<string, number>): number {
  const keys = new Set(sentenceWords(normaliseForModel(text)).map(wordKey));
  return [...weighed].reduce((sum, [key, weight]) => sum + (keys.has(key) ? weight : 0), 0);
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
