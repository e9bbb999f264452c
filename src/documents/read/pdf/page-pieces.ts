import { type Matrix, placeIn, turned, type Vector } from './boxes.ts';
import type { TextItem } from './text-items.ts';

/** Words of a page as the file places them: x to the right and y down, in points. */
export interface Piece {
  readonly text: string;
  readonly x: number;
  /** Position of the base line. */
  readonly y: number;
  readonly width: number;
  /** Size of the letters. */
  readonly size: number;
  /** The name that pdf.js gives to its font. */
  readonly font?: string | undefined;
  /** It was filled into a form. */
  readonly isValue?: boolean;
  /** The marked content of a tagged page that it belongs to. */
  readonly content?: string | undefined;
  /** A line of a table is before it. */
  readonly startsCell?: boolean;
}

/** Words that run in one direction, with x along their lines and y from line to line. */
export interface TurnedPieces {
  /** "" of upright text. */
  readonly direction: string;
  readonly pieces: readonly Piece[];
}

export interface PagePieces {
  /** Upright text first. */
  readonly groups: readonly TurnedPieces[];
  /** Text at another angle was left out, such as a watermark. */
  readonly hasSlanted: boolean;
  /** Letters too small to be seen were left out. */
  readonly hasTiny: boolean;
}

/** Points of letters that a reader sees at all. */
const LEAST_SIZE = 1;
/** Distance of the end of a line from its axis at most, as a share of its length. */
const MAX_SLOPE = 0.1;

/** @param viewport turns places of the file into places of the page as it is shown, with y down */
export function piecesOf(items: readonly TextItem[], viewport: Matrix): PagePieces {
  const groups = new Map<string, Piece[]>([['', []]]);
  let hasSlanted = false;
  let hasTiny = false;
  for (const { text, direction: line, up: height, width, ...item } of items) {
    const along = turned(viewport, line.x, line.y);
    const up = turned(viewport, height.x, height.y);
    const at = placeIn(viewport, item.at.x, item.at.y);
    const size = Math.hypot(up.x, up.y);
    if (size > 0 && size <= LEAST_SIZE) {
      hasTiny = true;
      continue;
    }
    const axes = axesOf(along, up);
    if (axes === undefined) {
      hasSlanted = true;
      continue;
    }
    const [right, down] = axes;
    const direction = right.x === 1 && down.y === 1 ? '' : `${right.x} ${right.y} ${down.x} ${down.y}`;
    const group = groups.get(direction);
    const piece = {
      text,
      x: right.x * at.x + right.y * at.y,
      y: down.x * at.x + down.y * at.y,
      width,
      size,
      font: item.font,
      content: item.content,
      startsCell: item.startsCell,
    };
    if (group === undefined) groups.set(direction, [piece]);
    else group.push(piece);
  }
  return { groups: [...groups].map(([direction, pieces]) => ({ direction, pieces })), hasSlanted, hasTiny };
}

/** Along the lines and from line to line, each along a side of the page; mirrored text has its lines in the same order. */
function axesOf(along: Vector, up: Vector): readonly [right: Vector, down: Vector] | undefined {
  const [x, y] = [Math.abs(along.x), Math.abs(along.y)];
  if (x > 0 && y <= MAX_SLOPE * x)
    return [
      { x: Math.sign(along.x), y: 0 },
      { x: 0, y: up.y > 0 ? -1 : 1 },
    ];
  if (y > 0 && x <= MAX_SLOPE * y)
    return [
      { x: 0, y: Math.sign(along.y) },
      { x: up.x > 0 ? -1 : 1, y: 0 },
    ];
  return undefined;
}
