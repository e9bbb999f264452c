import { normalizeUnicode } from 'unpdf/pdfjs';
import type { Vector } from './boxes.ts';
import { isBehindWall, type Wall } from './cell-walls.ts';
import { type Letter, partOf } from './letter.ts';
import { logicalOrder } from './logical-order.ts';

/** Letters of a page that follow each other without a wide gap. */
export interface TextItem {
  readonly text: string;
  readonly at: Vector;
  /** The direction of the line, and the vector up by the letter size. */
  readonly direction: Vector;
  readonly up: Vector;
  readonly width: number;
  readonly font: string;
  /** The marked content of a tagged page that they belong to. */
  readonly content: string | undefined;
  /** A line of a table is before them. */
  readonly startsCell: boolean;
}

/** Gaps between letters of one item at most, in letter sizes: back, along the line, and across it in letter heights. */
const BACK = 0.2;
const WIDE = 0.6;
const ACROSS = 0.25;
/** Gaps that are spaces, and those that are spaces where one is painted. */
const SPACE = 0.102;
const PAINTED_SPACE = 0.03;
/** Accents, which are painted on the letter before. */
const FIRST_MARK = 0x300;
const MARK = /\p{Mn}/u;

/** The words of a page in the order in which they are painted, without letters that no one sees and those that are struck out. */
export function itemsOf(letters: readonly Letter[], struck: ReadonlySet<Letter>, walls: readonly Wall[]): TextItem[] {
  const items: TextItem[] = [];
  let own: Letter[] = [];
  let text = '';
  let startsCell = false;
  let wasLeftOut = false;
  const end = () => {
    if (text.trim() !== '') items.push(itemOf(text, own, startsCell));
    [own, text, startsCell, wasLeftOut] = [[], '', false, false];
  };
  for (const letter of letters) {
    const last = own.at(-1);
    if (letter.run.isOfNote) continue;
    if (last !== undefined && letter.text.charCodeAt(0) >= FIRST_MARK && MARK.test(letter.text)) {
      if (!wasLeftOut) text += letter.text;
      continue;
    }
    if (last !== undefined) {
      const gap = gapBetween(last, letter);
      const isCell = gap !== undefined && isBehindWall(last, letter, walls);
      if (gap === undefined || isCell) end();
      else if (!wasLeftOut && (gap >= SPACE || (letter.isAfterSpace && gap > PAINTED_SPACE))) text += ' ';
      startsCell ||= isCell;
    }
    own.push(letter);
    wasLeftOut = letter.isHidden || struck.has(letter);
    if (!wasLeftOut) text += letter.text;
  }
  end();
  return items;
}

/** The distance between letters of one item, in letter sizes. */
function gapBetween(last: Letter, next: Letter): number | undefined {
  if (next.run !== last.run) {
    const { part, font, size } = last.run;
    if (next.run.part !== part || next.run.font !== font || next.run.size !== size) return undefined;
  }
  const { direction, em, height } = next.run;
  const x = next.x - last.x;
  const y = next.y - last.y;
  const along = x * direction.x + y * direction.y - last.width;
  const across = Math.abs(y * direction.x - x * direction.y);
  if (along < -BACK * em || along > WIDE * em || across > ACROSS * height) return undefined;
  return along / em;
}

function itemOf(text: string, letters: readonly Letter[], startsCell: boolean): TextItem {
  const [first, last] = [letters[0]!, letters.at(-1)!];
  const { direction, up, font, content } = first.run;
  const end = partOf(last, 1, 0);
  const [x, y] = [end.x - first.x, end.y - first.y];
  return {
    text: logicalOrder(normalizeUnicode(text)),
    at: first,
    direction,
    up,
    width: Math.abs(x * direction.x + y * direction.y),
    font,
    content,
    startsCell,
  };
}
