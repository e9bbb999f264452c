import type { TextItem } from './page-pieces.ts';

/** A note on a page that strikes words out, as pdf.js returns it. */
export interface StrikeOut {
  readonly rect: readonly number[];
  /** The corners of each line, or null. */
  readonly quadPoints?: ArrayLike<number> | null;
  readonly hidden?: boolean;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

/** The items of a page without letters under a note that strikes them out. Letters of an item are taken to be of one width. */
export function withoutStruck<Item extends TextItem>(
  items: readonly Item[],
  notes: readonly StrikeOut[],
): readonly Item[] {
  const boxes = notes.filter(({ hidden }) => hidden !== true).flatMap(boxesOf);
  if (boxes.length === 0) return items;
  return items.flatMap((item) => {
    const [a, b, , d, e, f] = item.transform as [number, number, number, number, number, number];
    // Only upright lines are struck out by such notes.
    if (b !== 0 || a <= 0 || item.str === '') return [item];
    const middle = f + d / 3;
    const letter = item.width / item.str.length;
    const isStruck = (at: number) => {
      const x = e + (at + 0.5) * letter;
      return boxes.some((box) => x >= box.left && x <= box.right && middle >= box.bottom && middle <= box.top);
    };
    const str = [...item.str].filter((_, at) => !isStruck(at)).join('');
    if (str === item.str) return [item];
    return str.trim() === '' ? [] : [{ ...item, str }];
  });
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
