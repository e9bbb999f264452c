import type { Steps } from '../../text/index.ts';

/** Costs of what differs. Words left out one after the other cost little more than one of them. */
const WORD_COST = 10;
const FURTHER_LEFT_OUT = 1;
const NEVER = 0x3fffffff;

/** A step of an alignment: a word of the quotation beside one of the source, or one of either alone (-1 for the other). */
export interface AlignedPair {
  readonly quoted: number;
  readonly source: number;
}

export interface Alignment {
  /** `WORD_COST` for each word exchanged, added or left out, less for those left out in a row. */
  readonly cost: number;
  /** In order. */
  readonly pairs: readonly AlignedPair[];
}

/** From where the best way to a cell comes; `FURTHER` is set where words left out go on. */
const BESIDE = 0;
const ADDED = 1;
const LEFT_OUT = 2;
const FURTHER = 4;

/**
 * The cheapest way to read a quotation's words into a stretch of a source's, wherever in it they begin and end. Takes time
 * by the product of both lengths; a step is one word of the quotation.
 */
export function* alignWords(quoted: readonly number[], source: Int32Array): Steps<Alignment> {
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
    yield;
  }
  let end = 0;
  // Among equal ends the last: a word exchanged says more than a word added.
  for (let j = 1; j < width; j += 1) if (above[j]! <= above[end]!) end = j;
  return { cost: above[end]!, pairs: pairsBack(ways, { width, last: quoted.length, end }) };
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

interface Table {
  readonly width: number;
  readonly last: number;
  readonly end: number;
}

function pairsBack(ways: Uint8Array, { width, last, end }: Table): AlignedPair[] {
  const pairs: AlignedPair[] = [];
  let i = last;
  let j = end;
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
