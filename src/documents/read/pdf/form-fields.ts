import { type Matrix, placeIn } from './boxes.ts';
import type { Piece } from './page-pieces.ts';

/** A form field or a note on the page, as pdf.js returns it. */
export interface Annotation {
  readonly subtype?: string;
  readonly rect: readonly number[];
  readonly hidden?: boolean;
  readonly noView?: boolean;
  readonly fieldType?: string;
  readonly fieldValue?: unknown;
  readonly password?: boolean;
  readonly multiLine?: boolean;
  readonly checkBox?: boolean;
  readonly radioButton?: boolean;
  /** The value of a box when it is ticked. */
  readonly exportValue?: string;
  readonly buttonValue?: string;
  readonly options?: readonly { readonly exportValue: string; readonly displayValue: string }[];
  readonly defaultAppearanceData?: { readonly fontSize: number };
  readonly contentsObj?: { readonly str: string };
  /** The corners of the lines that a note strikes out. */
  readonly quadPoints?: ArrayLike<number> | null;
}

const TICK = '☒';
/** Where a form leaves the size of its letters to the program that shows it. */
const LARGEST = 12;
/** The usual width of a letter and the distance of base lines, as shares of the letter size. */
const LETTER = 0.5;
const LINE = 1.2;

/** The words that a person filled into the fields of a form, and those written onto the page, where they are shown. */
export function piecesOfFields(annotations: readonly Annotation[], viewport: Matrix): Piece[] {
  return annotations.flatMap((annotation) => {
    const lines = annotation.hidden || annotation.noView ? [] : wordsOf(annotation).split(/\r\n?|\n/);
    const { left, right, top, bottom } = boxOf(annotation.rect, viewport);
    const isBlock = annotation.multiLine || annotation.subtype === 'FreeText';
    const size = annotation.defaultAppearanceData?.fontSize || Math.min(LARGEST, 0.7 * (bottom - top));
    const first = isBlock ? top + LINE * size : (top + bottom) / 2 + 0.35 * size;
    return lines.flatMap((text, i) => {
      const width = Math.min(right - left, LETTER * size * text.length);
      return text.trim() === '' ? [] : [{ text, x: left, y: first + i * LINE * size, width, size, isValue: true }];
    });
  });
}

function wordsOf({ subtype, contentsObj, ...field }: Annotation): string {
  if (subtype === 'FreeText') return contentsObj?.str ?? '';
  if (subtype !== 'Widget' || field.password) return '';
  const values = [field.fieldValue].flat().filter((value) => typeof value === 'string');
  switch (field.fieldType) {
    case 'Tx':
      return values.join('\n');
    case 'Ch':
      return values
        .map((value) => field.options?.find(({ exportValue }) => exportValue === value)?.displayValue ?? value)
        .join(', ');
    case 'Btn': {
      const ticked = field.checkBox ? field.exportValue : field.radioButton ? field.buttonValue : undefined;
      return ticked !== undefined && values[0] === ticked ? TICK : '';
    }
    default:
      return '';
  }
}

function boxOf([x1, y1, x2, y2]: readonly number[], viewport: Matrix) {
  const [one, other] = [placeIn(viewport, x1!, y1!), placeIn(viewport, x2!, y2!)];
  return {
    left: Math.min(one.x, other.x),
    right: Math.max(one.x, other.x),
    top: Math.min(one.y, other.y),
    bottom: Math.max(one.y, other.y),
  };
}
