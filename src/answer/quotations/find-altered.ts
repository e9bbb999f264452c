import { isFunctionWord, type Span } from '../../text/index.ts';
import { endOf, placesOf, type QuotationIndex, sourceAt, type WordRun } from './quotation-index.ts';
import { isWrittenAs, type QuotationPart } from './quotation-parts.ts';

/** A stretch of a source that a part of a quotation is but for a few words. */
export interface AlteredPlace extends WordRun {
  /** The words of the part and the places next to them; -1 where there is none. */
  readonly pairs: readonly AlignedPair[];
  readonly cost: number;
}

/** Words that may differ, a run of words left out being one: of one or two none, of few one, else two or a quarter. */
const FEW_WORDS = 6;
const WORDS_PER_DIFFERENCE = 4;
/** Words in a row that may be left out. */
const MAX_GAP = 15;
/** Where to look: around the places of the part's rarest words, in the stretches that hold most of them. */
const MAX_ANCHORS = 1_000;
const MAX_STRETCHES = 4;
/** Pairs of words compared for one part: one of more than two thousand words is only looked up as it is. */
const MAX_COMPARED = 6_000_000;
/** How far a part may be shifted by words that it adds or leaves out. */
const MAX_SHIFT = 100;

/** The nearest place of a part, a cited one among equals; `undefined` where too much of it differs. */
export function alteredPlace(
  index: QuotationIndex,
  part: QuotationPart,
  cited: ReadonlySet<number> | undefined,
): AlteredPlace | undefined {
  let best: AlteredPlace | undefined;
  const isCited = ({ first }: AlteredPlace) => cited?.has(sourceAt(index, first)) ?? false;
  for (const { start, end } of stretches(index, part)) {
    const alignment = alignmentOf(part.ids, index.ids.subarray(start, end));
    const found = acceptable(part, movedBy(start, alignment), index);
    if (found === undefined) continue;
    const { cost } = found;
    const isBetter = best === undefined || cost < best.cost || (cost === best.cost && isCited(found) && !isCited(best));
    if (isBetter) best = found;
  }
  return best;
}

/** The place within a stretch of a source, a few sentences long, that a part of two or three words is but for one of them. */
export function alteredWithin(
  index: QuotationIndex,
  part: QuotationPart,
  { start, end }: Span,
): AlteredPlace | undefined {
  const alignment = alignmentOf(part.ids, index.ids.subarray(start, end));
  return acceptable(part, movedBy(start, alignment), index, ONE_OF_FEW);
}

/** An alignment with a stretch of the words of all sources, by their places among all of them. */
function movedBy(start: number, { cost, pairs }: Alignment): Alignment {
  return { cost, pairs: pairs.map(({ quoted, source }) => ({ quoted, source: source < 0 ? source : source + start })) };
}

/** In quotations of two or three words, one may differ. */
const ONE_OF_FEW = 1;

/** The alignment as a place, if few words of the part differ. */
function acceptable(
  { ids, words }: QuotationPart,
  { cost, pairs }: Pick<AlteredPlace, 'cost' | 'pairs'>,
  index: QuotationIndex,
  most = maxDifferences(ids.length),
): AlteredPlace | undefined {
  const same = pairs.filter(({ quoted, source }) => source >= 0 && quoted >= 0 && index.ids[source] === ids[quoted]);
  const content = same.filter(({ quoted }) => !isFunctionWord(words[quoted]!.folded)).length;
  const { added, gaps, longestGap } = countsOf(pairs);
  const exchanged = pairs.length - same.length - added - gaps.words;
  const isFew = exchanged + added + gaps.runs <= most;
  const isHalf = content * 2 >= contentWords(words);
  if (!isFew || !isHalf || longestGap > MAX_GAP) return undefined;
  const places = pairs.map(({ source }) => source).filter((source) => source >= 0);
  return { first: places[0]!, last: places.at(-1)!, pairs, cost };
}

function contentWords(words: QuotationPart['words']): number {
  return words.filter(({ folded }) => !isFunctionWord(folded)).length;
}

function maxDifferences(words: number): number {
  if (words <= 2) return 0;
  return words < FEW_WORDS ? 1 : Math.max(2, Math.floor(words / WORDS_PER_DIFFERENCE));
}

function countsOf(pairs: readonly AlignedPair[]) {
  let [added, words, runs, gap, longestGap] = [0, 0, 0, 0, 0];
  for (const { quoted, source } of pairs) {
    gap = quoted < 0 ? gap + 1 : 0;
    if (source < 0) added += 1;
    if (gap > 0) words += 1;
    if (gap === 1) runs += 1;
    longestGap = Math.max(longestGap, gap);
  }
  return { added, gaps: { words, runs }, longestGap };
}

/** Stretches of sources that may hold the part, the likeliest first: around the rarest half of its telling words. */
function stretches(index: QuotationIndex, { ids, words }: QuotationPart): Span[] {
  const telling = words.flatMap(({ folded }, i) => (isFunctionWord(folded) ? [] : [i]));
  const asked = telling.length > 0 ? telling : words.map((_, i) => i);
  const placesAt = (i: number) => placesOf(index, ids[i]!);
  const rarest = asked.toSorted((one, other) => placesAt(one).length - placesAt(other).length);
  const anchors: Anchor[] = [];
  for (const i of rarest.slice(0, Math.floor(asked.length / 2) + 1))
    for (const place of placesAt(i).slice(0, MAX_ANCHORS - anchors.length))
      anchors.push({ source: sourceAt(index, place), begin: place - i });
  const slack = MAX_GAP + Math.min(MAX_SHIFT, maxDifferences(ids.length));
  const found = clusters(anchors, slack).map(({ source, begin, end }) => ({
    start: Math.max(begin - slack, index.firsts[source]!),
    end: Math.min(end + ids.length + slack, endOf(index, source)),
  }));
  const affordable = Math.floor(MAX_COMPARED / (ids.length * (ids.length + 3 * slack)));
  return found.slice(0, Math.min(MAX_STRETCHES, affordable));
}

/** Where a part would begin in a source, by the place of one of its words. */
interface Anchor {
  readonly source: number;
  readonly begin: number;
}

/** Neighbouring anchors of one source no further apart than the slack, those of most anchors first. */
function clusters(anchors: readonly Anchor[], slack: number): (Anchor & { readonly end: number })[] {
  const found: { source: number; begin: number; end: number; count: number }[] = [];
  for (const { source, begin } of anchors.toSorted((a, b) => a.source - b.source || a.begin - b.begin)) {
    const last = found.at(-1);
    if (last?.source === source && begin - last.begin <= slack) {
      last.end = begin;
      last.count += 1;
    } else found.push({ source, begin, end: begin, count: 1 });
  }
  return found.sort((one, other) => other.count - one.count);
}

/** The words of a source and those of the part in their place, where they differ. */
export function differencesOf(
  index: QuotationIndex,
  part: QuotationPart,
  pairs: readonly AlignedPair[],
): { expected: string; found: string }[] {
  const runs: AlignedPair[][] = [];
  let isOpen = false;
  for (const pair of pairs) {
    const isSame = pair.quoted >= 0 && pair.source >= 0 && isWrittenAs(part, pair.quoted, index.words[pair.source]!);
    if (!isSame && isOpen) runs.at(-1)!.push(pair);
    else if (!isSame) runs.push([pair]);
    isOpen = !isSame;
  }
  return runs.map((run) => {
    const places = run.flatMap(({ source }) => (source < 0 ? [] : [source]));
    const text = places.length === 0 ? '' : index.texts[sourceAt(index, places[0]!)]!;
    const expected = places.map((place) => index.words[place]!);
    const found = run.flatMap(({ quoted }) => (quoted < 0 ? [] : [part.words[quoted]!]));
    return { expected: writtenFrom(text, expected), found: writtenFrom(part.text, found) };
  });
}

/** From the first to the last of neighbouring words, as written. */
function writtenFrom(text: string, words: readonly Span[]): string {
  return words.length === 0 ? '' : text.slice(words[0]!.start, words.at(-1)!.end);
}

/** Costs of what differs. Words left out one after the other cost little more than one of them. */
const WORD_COST = 10;
const FURTHER_LEFT_OUT = 1;
const NEVER = 0x3fffffff;

/** A step of an alignment: a word of the quotation next to one of the source, or one of either alone (-1 for the other). */
interface AlignedPair {
  readonly quoted: number;
  readonly source: number;
}

interface Alignment {
  /** `WORD_COST` for each word exchanged, added or left out, less for those left out in a row. */
  readonly cost: number;
  /** In order. */
  readonly pairs: readonly AlignedPair[];
}

/** From where the best way to a cell comes; `FURTHER` is set where words left out continue. */
const BESIDE = 0;
const ADDED = 1;
const LEFT_OUT = 2;
const FURTHER = 4;

/** The cheapest reading of a quotation into a stretch of a source. Takes time by the product of both lengths. */
function alignmentOf(quoted: readonly number[], source: Int32Array): Alignment {
  const width = source.length + 1;
  const ways = new Uint8Array((quoted.length + 1) * width);
  let above = new Int32Array(width);
  for (const [i, word] of quoted.entries()) {
    const row = new Int32Array(width);
    const waysOfRow = ways.subarray((i + 1) * width, (i + 2) * width);
    row[0] = above[0]! + WORD_COST;
    waysOfRow[0] = ADDED;
    fillRow({ row, above, ways: waysOfRow }, word, source);
    above = row;
  }
  let end = 0;
  // Among equal ends the last: a word exchanged says more than a word added.
  for (let j = 1; j < width; j += 1) if (above[j]! <= above[end]!) end = j;
  return { cost: above[end]!, pairs: pairsBack(ways, width, quoted.length, end) };
}

interface Row {
  readonly row: Int32Array;
  readonly above: Int32Array;
  readonly ways: Uint8Array;
}

function fillRow({ row, above, ways }: Row, word: number, source: Int32Array): void {
  let leftOut = NEVER;
  for (let j = 1; j < row.length; j += 1) {
    const opened = row[j - 1]! + WORD_COST;
    const further = leftOut + FURTHER_LEFT_OUT;
    leftOut = Math.min(opened, further);
    const beside = above[j - 1]! + (source[j - 1] === word ? 0 : WORD_COST);
    const added = above[j]! + WORD_COST;
    const best = Math.min(beside, added, leftOut);
    row[j] = best;
    const way = best === beside ? BESIDE : best === added ? ADDED : LEFT_OUT;
    ways[j] = way | (further < opened ? FURTHER : 0);
  }
}

/** The pairs on the best way back from the cell of the words `i` and `j`. */
function pairsBack(ways: Uint8Array, width: number, i: number, j: number): AlignedPair[] {
  const pairs: AlignedPair[] = [];
  let goesOn = false;
  while (i > 0) {
    const cell = ways[i * width + j]!;
    const way: number = goesOn ? LEFT_OUT : cell & 3;
    goesOn = way === LEFT_OUT && (cell & FURTHER) !== 0;
    if (way !== LEFT_OUT) i -= 1;
    if (way !== ADDED) j -= 1;
    pairs.push({ quoted: way === LEFT_OUT ? -1 : i, source: way === ADDED ? -1 : j });
  }
  return pairs.reverse();
}
