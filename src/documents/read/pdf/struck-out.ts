import type { Box } from './boxes.ts';
import { isIn, type Letter, partOf } from './letter.ts';

/** A note on a page that strikes words out, as pdf.js returns it. */
export interface StrikeOut {
  readonly rect: readonly number[];
  /** The corners of each line, or null. */
  readonly quadPoints?: ArrayLike<number> | null;
  readonly hidden?: boolean;
}

/** Height of a line through letters above their base line, and its thickness, as shares of the letter size. */
const LOWEST = 0.15;
const HIGHEST = 0.45;
const THICKEST = 0.15;
/** A line begins and ends this near to the letters that it strikes out: a rule between rows continues beyond them. */
const NEAR = 0.6;
/** Share of a line that is on letters, the rest being spaces. */
const LEAST_COVER = 0.4;
/** Points between the places that lines are kept by, and the places that are looked up for a letter. */
const CELL = 4;
const MAX_CELLS = 20;

/** A line, with the letters on it: `from` and `to` along it. */
interface Strike {
  readonly box: Box;
  readonly struck: { readonly letter: Letter; readonly from: number; readonly to: number }[];
}

/** The letters that drawn lines or notes strike out. */
export function struckLetters(
  letters: readonly Letter[],
  rules: readonly Box[],
  notes: readonly StrikeOut[],
): ReadonlySet<Letter> {
  const boxes = notes.filter(({ hidden }) => hidden !== true).flatMap(boxesOf);
  const struck = new Set(boxes.length === 0 ? [] : letters.filter((letter) => isUnder(letter, boxes)));
  for (const isUpright of [true, false]) {
    const own = rules.filter((box) => isUpright === isLevel(box)).map((box): Strike => ({ box, struck: [] }));
    if (own.length === 0) continue;
    const cells = new Map<number, Strike[]>();
    for (const strike of own) {
      const cell = Math.floor(middleOf(strike.box, isUpright) / CELL);
      const known = cells.get(cell);
      if (known === undefined) cells.set(cell, [strike]);
      else known.push(strike);
    }
    for (const letter of letters) addTo(cells, letter, isUpright);
    for (const strike of own)
      if (isStrike(strike, isUpright)) for (const { letter } of strike.struck) struck.add(letter);
  }
  return struck;
}

function isLevel({ left, right, bottom, top }: Box): boolean {
  return right - left > top - bottom;
}

/** The place of a line across itself. */
function middleOf({ left, right, bottom, top }: Box, isUpright: boolean): number {
  return isUpright ? (bottom + top) / 2 : (left + right) / 2;
}

function addTo(cells: ReadonlyMap<number, Strike[]>, letter: Letter, isUpright: boolean): void {
  const { x, y } = letter;
  const { direction, up } = letter.run;
  const end = partOf(letter, 1, 0);
  const run = isUpright ? end.x - x : end.y - y;
  const rise = isUpright ? up.y : up.x;
  const isAlong = Math.abs(isUpright ? direction.y : direction.x) < 0.01;
  if (!isAlong || rise === 0) return;
  const base = isUpright ? y : x;
  const start = isUpright ? x : y;
  const low = base + (rise > 0 ? LOWEST : HIGHEST) * rise;
  const high = base + (rise > 0 ? HIGHEST : LOWEST) * rise;
  const first = Math.floor(low / CELL);
  const last = Math.floor(high / CELL);
  if (!(last - first < MAX_CELLS)) return;
  const center = start + run / 2;
  for (let cell = first; cell <= last; cell += 1) {
    for (const { box, struck } of cells.get(cell) ?? []) {
      const middle = middleOf(box, isUpright);
      const [from, to] = endsOf(box, isUpright);
      const thickness = isUpright ? box.top - box.bottom : box.right - box.left;
      const isOn = middle >= low && middle <= high && center >= from && center <= to;
      if (!isOn || thickness > THICKEST * Math.abs(rise)) continue;
      struck.push({ letter, from: Math.min(start, start + run), to: Math.max(start, start + run) });
    }
  }
}

function endsOf({ left, right, bottom, top }: Box, isUpright: boolean): [from: number, to: number] {
  return isUpright ? [left, right] : [bottom, top];
}

function isStrike({ box, struck }: Strike, isUpright: boolean): boolean {
  let [first, last, cover] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  let size = 0;
  for (const { letter, from, to } of struck) {
    [first, last, cover] = [Math.min(first, from), Math.max(last, to), cover + to - from];
    size = Math.max(size, letter.run.height);
  }
  const [from, to] = endsOf(box, isUpright);
  return first - from <= NEAR * size && to - last <= NEAR * size && cover >= LEAST_COVER * (to - from);
}

function isUnder(letter: Letter, boxes: readonly Box[]): boolean {
  const middle = partOf(letter, 1 / 2, 1 / 3);
  return boxes.some((box) => isIn(middle, box));
}

function boxesOf({ rect, quadPoints }: StrikeOut): Box[] {
  const points = Array.from(quadPoints ?? []);
  if (points.length < 8) return [{ left: rect[0]!, bottom: rect[1]!, right: rect[2]!, top: rect[3]! }];
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= points.length; at += 8) {
    const [x1, y1, x2, , x3, y3] = points.slice(at, at + 8) as [number, number, number, number, number, number];
    boxes.push({ left: Math.min(x1, x3), right: Math.max(x2, x1), bottom: Math.min(y1, y3), top: Math.max(y1, y3) });
  }
  return boxes;
}
