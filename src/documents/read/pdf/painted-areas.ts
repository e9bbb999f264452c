import { OPS } from 'unpdf/pdfjs';
import { type Box, boxOf, isRule, type Matrix, within } from './boxes.ts';
import type { GraphicsState } from './graphics-state.ts';
import { isCovered, isIn, type Letter } from './letter.ts';

export interface Path {
  /** The operator of pdf.js that paints it. */
  readonly operator: number;
  readonly steps: ArrayLike<number>;
  /** Its bounds on the page. */
  readonly box: Box;
}

/** Areas that are remembered: with more, white words count as read. */
const MAX_COLORED = 2_000;
const MAX_RULES = 2_000;
/** Boxes on words that are looked at: with more, the letters below the others count as seen. */
const MAX_COVERS = 200;
/** Least breadth and height of a box that covers a letter, in points. */
const LEAST_COVER = 4;
const FILLS = new Set([
  ...[OPS.fill, OPS.eoFill, OPS.fillStroke, OPS.eoFillStroke],
  ...[OPS.closeFillStroke, OPS.closeEOFillStroke],
]);
const STROKES = new Set([OPS.stroke, OPS.closeStroke]);

/** Paths and pictures of a page: rules, areas on which white letters are read, and boxes that hide the letters below them. */
export class PaintedAreas {
  readonly rules: Box[] = [];
  readonly #page: Box;
  readonly #letters: readonly Letter[];
  readonly #colored: Box[] = [];
  #covers = 0;
  #picture = 0;

  /** @param letters those painted so far, to which others are added */
  constructor(page: Box, letters: readonly Letter[]) {
    this.#page = page;
    this.#letters = letters;
  }

  /** Share of the page that its largest picture covers. */
  get picture(): number {
    return this.#picture;
  }

  addPath(path: Path, state: GraphicsState, isShown: boolean): void {
    const { operator, steps, box } = path;
    const isFilled = FILLS.has(operator);
    const isPainted = isFilled ? !state.isWhite && state.alpha > 0 : STROKES.has(operator) && !state.isStrokeWhite;
    if (isShown && isFilled) this.#cover(path, state);
    if (isShown && isPainted) this.#addRules(steps, state.matrix);
    if (isFilled && !state.isWhite) this.#addColored(box);
    const isLine = leastSide(box) <= state.lineWidth;
    if (!isFilled && !state.isStrokeWhite && isLine) this.#addColored(widened(box, state.lineWidth / 2));
  }

  /** @param matrix turns a square with sides of 1 into the place of the picture */
  addPicture(matrix: Matrix): void {
    const box = boxOf(matrix, [0, 0, 1, 1]);
    this.#picture = Math.max(this.#picture, areaOf(within(box, this.#page)) / areaOf(this.#page));
    this.#addColored(box);
  }

  /** A shading has no bounds but those of the clip, so it counts as a color of the whole page. */
  addShading(): void {
    this.#addColored(this.#page);
  }

  hasColorAt(letter: Letter): boolean {
    return this.#colored.length === MAX_COLORED || this.#colored.some((box) => isIn(letter, box));
  }

  #cover({ steps, box }: Path, state: GraphicsState): void {
    const area = within(box, state.clip);
    if (this.#letters.length === 0 || this.#covers === MAX_COVERS || !isOpaque(state)) return;
    if (leastSide(area) < LEAST_COVER || !isBoxPath(steps)) return;
    this.#covers += 1;
    for (const letter of this.#letters) letter.isHidden ||= isCovered(letter, area);
  }

  #addRules(steps: ArrayLike<number>, matrix: Matrix): void {
    for (const bounds of partsOfPath(steps)) {
      if (this.rules.length === MAX_RULES) return;
      const box = boxOf(matrix, bounds);
      if (isRule(box)) this.rules.push(box);
    }
  }

  #addColored(box: Box): void {
    if (this.#colored.length < MAX_COLORED) this.#colored.push(box);
  }
}

/** True if nothing is seen through a filled box. */
function isOpaque(state: GraphicsState): boolean {
  return !(state.isMixed || state.isBlended || state.isPattern || state.isClippedByShape || state.alpha < 1);
}

function leastSide({ left, right, bottom, top }: Box): number {
  return Math.min(right - left, top - bottom);
}

function widened({ left, right, bottom, top }: Box, by: number): Box {
  return { left: left - by, right: right + by, bottom: bottom - by, top: top + by };
}

/** 0 where boxes do not meet: both sides of the part that they have in common may be negative. */
function areaOf({ left, right, bottom, top }: Box): number {
  return Math.max(0, right - left) * Math.max(0, top - bottom);
}

/** Numbers after each operator of a path of pdf.js: move, line, two kinds of curves, close. */
const ARGUMENTS = [2, 2, 6, 4, 0];
const [MOVE, LINE, CLOSE] = [0, 1, 4];

function afterStep(path: ArrayLike<number>, at: number): number {
  return at + 1 + (ARGUMENTS[path[at]!] ?? 0);
}

/** The left, bottom, right and top edges of each connected part of a path. */
function* partsOfPath(path: ArrayLike<number>): Generator<[number, number, number, number]> {
  let part: [number, number, number, number] | undefined;
  for (let at = 0; at < path.length; at = afterStep(path, at)) {
    if (path[at] === MOVE) {
      if (part !== undefined) yield part;
      part = undefined;
    }
    for (let i = at + 1; i < afterStep(path, at); i += 2) {
      const x = path[i]!;
      const y = path[i + 1]!;
      part ??= [x, y, x, y];
      part[0] = Math.min(part[0], x);
      part[1] = Math.min(part[1], y);
      part[2] = Math.max(part[2], x);
      part[3] = Math.max(part[3], y);
    }
  }
  if (part !== undefined) yield part;
}

/** True for a path that is one box along the sides of the page. */
export function isBoxPath(path: ArrayLike<number>): boolean {
  const points: (readonly [number, number])[] = [];
  for (let at = 0; at < path.length; at = afterStep(path, at)) {
    const operator = path[at]!;
    if (operator === CLOSE) continue;
    if (operator > LINE || (operator === MOVE && points.length > 0) || points.length > 5) return false;
    points.push([path[at + 1]!, path[at + 2]!]);
  }
  const corners = new Set(points.map(([x, y]) => `${x} ${y}`));
  const [xs, ys] = [new Set(points.map(([x]) => x)), new Set(points.map(([, y]) => y))];
  return corners.size === 4 && xs.size === 2 && ys.size === 2;
}
