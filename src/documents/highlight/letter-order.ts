import type { PageLetters } from './page-letters.ts';

/** Letters of a page in some order, with the characters that they are found by. */
export interface LetterOrder {
  /** Letters and digits alone. */
  readonly key: string;
  /** For each character of the key, the place of its letter in `letters`. */
  readonly owners: Uint32Array;
  readonly letters: readonly number[];
}

/** Letters and digits of a text, without accents, ligatures and superscripts and what readers change. */
export function keyOf(text: string): string {
  return text.normalize('NFKD').replace(/[^\p{L}\p{N}]/gu, '');
}

/** The orders in which words are looked up: as drawn, then by lines; letters that are seen alone first. */
export function lettersInOrder(page: PageLetters): () => Generator<LetterOrder> {
  const drawn = page.texts.map((_, letter) => letter);
  const seen = drawn.filter((letter) => page.hidden[letter] === 0);
  const chosen = seen.length === drawn.length ? [drawn] : [seen, drawn];
  const known: LetterOrder[] = [];
  const orders = [...chosen.map((all) => () => all), ...chosen.map((all) => () => byLines(page, all))];
  return function* () {
    for (const [i, order] of orders.entries()) {
      known[i] ??= withKey(page, order());
      yield known[i];
    }
  };
}

function withKey({ texts }: PageLetters, letters: readonly number[]): LetterOrder {
  const keys = letters.map((letter) => keyOf(texts[letter]!));
  const owners = new Uint32Array(keys.reduce((sum, key) => sum + key.length, 0));
  let at = 0;
  for (const [place, key] of keys.entries()) {
    owners.fill(place, at, at + key.length);
    at += key.length;
  }
  return { key: keys.join(''), owners, letters };
}

function byLines(page: PageLetters, letters: readonly number[]): number[] {
  const placed = letters.map((letter) => ({ letter, ...alongLine(page, letter) }));
  placed.sort((one, other) => one.direction - other.direction || one.near - other.near);
  const lines: (typeof placed)[] = [];
  for (const one of placed) {
    const line = lines.at(-1);
    const [first] = line ?? [];
    if (line !== undefined && first !== undefined && isOnLine(first, one)) line.push(one);
    else lines.push([one]);
  }
  return lines.flatMap((line) => line.sort((one, other) => one.from - other.from).map(({ letter }) => letter));
}

/** A letter's edges along its line, and across it: `near` is the one nearer to the line before. */
export interface LetterEdges {
  readonly direction: number;
  readonly from: number;
  readonly to: number;
  readonly near: number;
  readonly far: number;
}

export function alongLine({ boxes, directions }: PageLetters, letter: number): LetterEdges {
  const [left, top, right, bottom] = boxes.subarray(4 * letter, 4 * letter + 4) as unknown as Box;
  switch (directions[letter]!) {
    case 1:
      return { direction: 1, from: top, to: bottom, near: -right, far: -left };
    case 2:
      return { direction: 2, from: -right, to: -left, near: -bottom, far: -top };
    case 3:
      return { direction: 3, from: -bottom, to: -top, near: left, far: right };
    default:
      return { direction: 0, from: left, to: right, near: top, far: bottom };
  }
}

type Box = readonly [left: number, top: number, right: number, bottom: number];

/** Share of the smaller one's height that letters of one line have in common. */
const SAME_LINE = 0.5;

export function isOnLine(line: LetterEdges, other: LetterEdges): boolean {
  const common = Math.min(line.far, other.far) - Math.max(line.near, other.near);
  const smaller = Math.min(line.far - line.near, other.far - other.near);
  return line.direction === other.direction && common >= SAME_LINE * smaller;
}
