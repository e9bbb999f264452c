import {
  around,
  type Box,
  boxOf,
  isRule,
  type Matrix,
  multiplied,
  placeIn,
  UNIT,
  type Vector,
  within,
} from './boxes.ts';
import { type Cover, MAX_COVERS, mayCover } from './covers.ts';
import { MAX_RULES } from './drawn-glyphs.ts';

/** The operators of a page, but for inline images, which are not followed. */
const OPERATORS = new Map(
  (
    'b|B|b*|B*|BDC|BMC|BT|BX|c|cm|CS|cs|d|d0|d1|Do|DP|EMC|ET|EX|f|F|f*|G|g|gs|h|i|j|J|K|k|l|m|M|MP|n|q|Q|re|RG|rg|' +
    'ri|s|S|SC|sc|SCN|scn|sh|T*|Tc|Td|TD|Tf|Tj|TJ|TL|Tm|Tr|Ts|Tw|Tz|v|w|W|W*|y|\'|"'
  )
    .split('|')
    .map((name) => [codeOf(Buffer.from(name), 0, name.length), name]),
);
const PAINTS = new Set('b B b* B* f F f* s S'.split(' '));
const FILLS = new Set('b B b* B* f F f*'.split(' '));
const PATHS = new Set('m l c v y'.split(' '));
const SHOWS = new Set(['Tj', 'TJ', "'", '"']);
/** Operands of the operators that are followed. */
const COUNTS: Readonly<Record<string, number>> = { cm: 6, re: 4, m: 2, l: 2, c: 6, v: 4, y: 4 };
const TEXT_COUNTS: Readonly<Record<string, number>> = { Tm: 6, Td: 2, TD: 2, TL: 1 };
const MAX_OPERANDS = 32;

type Kind = 'word' | 'number' | 'space' | 'delimiter';
const KINDS = Array.from({ length: 256 }, (_, byte): Kind => {
  const sign = String.fromCharCode(byte);
  if (/[\0\t\n\f\r ]/.test(sign)) return 'space';
  return /[()<>[\]{}/%]/.test(sign) ? 'delimiter' : /[-+.0-9]/.test(sign) ? 'number' : 'word';
});
const [OPEN, CLOSE, LESS, GREATER, SLASH, PERCENT, BACKSLASH] = [40, 41, 60, 62, 47, 37, 92];
const [LINE_FEED, RETURN] = [10, 13];
const [PLUS, MINUS, DOT, ZERO, NINE] = [43, 45, 46, 48, 57];

/** Boxes that may matter to the words of a page, and whether some words may be outside the part that is painted. */
export interface PageBoxes {
  readonly rules: readonly Box[];
  /** Boxes filled after a line of letters begins at the height of their area, left of its right edge. */
  readonly covers: readonly Box[];
  readonly mayCut: boolean;
}

/** Lines of letters that are remembered; with more, boxes may cover any of them. */
const MAX_LINES = 20_000;
/** Points between the place of a letter and the area that is painted. */
const NEAR = 1;

/**
 * The thin painted parts of paths in the operators of a page: at least those that `drawnGlyphs` returns as rules, since white
 * and hidden ones are among them. Undefined where the operators are not surely those that pdf.js reads.
 *
 * @param withForms whether forms have lines, so that a page that shows one is not known
 * @param withText whether boxes may cover words, or clips cut them
 */
export function boxesOfPaths(
  content: Uint8Array,
  { withForms, withText }: { readonly withForms: boolean; readonly withText: boolean },
): PageBoxes | undefined {
  const covers: Cover[] = [];
  const lines: Vector[] = [];
  let clip: Box | undefined;
  let setsClip = false;
  let mayCut = false;
  let text = UNIT;
  let leading = 0;
  const rules: Box[] = [];
  const saved: { readonly matrix: Matrix; readonly clip: Box | undefined }[] = [];
  let matrix = UNIT;
  let numbers: number[] = [];
  /** Left, bottom, right and top edges of each connected part. */
  let parts: [number, number, number, number][] = [];
  const addPoints = (points: readonly number[], isNew: boolean) => {
    if (isNew || parts.length === 0) parts.push([points[0]!, points[1]!, points[0]!, points[1]!]);
    const part = parts.at(-1)!;
    for (let i = 0; i + 1 < points.length; i += 2) {
      part[0] = Math.min(part[0], points[i]!);
      part[1] = Math.min(part[1], points[i + 1]!);
      part[2] = Math.max(part[2], points[i]!);
      part[3] = Math.max(part[3], points[i + 1]!);
    }
  };
  const paint = (operator: string) => {
    const boxes = operator === 'n' && !setsClip ? [] : parts.map((part) => boxOf(matrix, part));
    if (operator !== 'n') for (const box of boxes) if (isRule(box)) rules.push(box);
    if (FILLS.has(operator) && lines.length > 0)
      for (const box of boxes)
        if (mayCover(box) && covers.length < MAX_COVERS) covers.push({ box, after: lines.length });
    if (setsClip && boxes.length > 0) {
      const area = boxes.reduce(around);
      clip = clip === undefined ? area : within(clip, area);
    }
    setsClip = false;
    parts = [];
  };
  const move = (x: number, y: number) => {
    text = multiplied(text, [1, 0, 0, 1, x, y]);
  };
  const write = (operator: string, args: readonly number[]) => {
    if (operator === 'BT') text = UNIT;
    else if (operator === 'Tm') text = args as unknown as Matrix;
    else if (operator === 'TL') leading = args[0]!;
    else if (operator === 'Td') move(args[0]!, args[1]!);
    else if (operator === 'TD') {
      leading = -args[1]!;
      move(args[0]!, args[1]!);
    } else if (operator === 'T*' || operator === "'" || operator === '"') move(0, -leading);
    if (!SHOWS.has(operator)) return;
    const { x, y } = placeIn(matrix, text[4], text[5]);
    mayCut ||= clip !== undefined && isOutside(x, y, clip);
    if (lines.length < MAX_LINES) lines.push({ x, y });
  };
  const apply = (operator: string): boolean => {
    const count = COUNTS[operator] ?? (withText ? (TEXT_COUNTS[operator] ?? 0) : 0);
    if (numbers.length < count) return false;
    const args = count === 0 ? [] : numbers.slice(-count);
    if (operator === 'q') saved.push({ matrix, clip });
    else if (operator === 'Q') ({ matrix, clip } = saved.pop() ?? { matrix, clip });
    else if (operator === 'cm') matrix = multiplied(matrix, args as unknown as Matrix);
    else if (operator === 're') {
      const [x, y, width, height] = args as [number, number, number, number];
      addPoints([x, y, x + width, y + height], true);
    } else if (count > 0 && PATHS.has(operator)) addPoints(args, operator === 'm');
    else if (operator === 'W' || operator === 'W*') setsClip = true;
    else if (PAINTS.has(operator) || operator === 'n') {
      paint(operator);
      if (rules.length > MAX_RULES) return false;
    } else if (operator === 'Do' && withForms) return false;
    else if (withText) write(operator, args);
    return true;
  };
  for (let at = 0; at < content.length; ) {
    const byte = content[at]!;
    const kind = KINDS[byte]!;
    if (kind === 'space') at += 1;
    else if (kind === 'delimiter') at = afterDelimiter(content, at);
    else {
      const end = afterWord(content, at);
      if (kind === 'number') {
        const number = numberOf(content, at, end);
        if (number === undefined) return undefined;
        if (numbers.length === MAX_OPERANDS) numbers.shift();
        numbers.push(number);
      } else {
        const operator = end - at > 3 ? undefined : OPERATORS.get(codeOf(content, at, end));
        if (operator === undefined || !apply(operator)) return undefined;
        numbers = [];
      }
      at = end;
    }
  }
  return { rules, covers: coversOf(covers, lines), mayCut };
}

/** The boxes that may be on a line of letters that was drawn before. */
function coversOf(covers: readonly Cover[], lines: readonly Vector[]): Box[] {
  const isOn = ({ right, bottom, top }: Box, after: number) =>
    lines.slice(0, after).some(({ x, y }) => y >= bottom - NEAR && y <= top && x <= right);
  return covers.filter(({ box, after }) => isOn(box, after)).map(({ box }) => box);
}

function isOutside(x: number, y: number, { left, right, bottom, top }: Box): boolean {
  return x < left - NEAR || x > right + NEAR || y < bottom - NEAR || y > top + NEAR;
}

/** A word of one to three letters as a number. */
function codeOf(content: Uint8Array, start: number, end: number): number {
  let code = 0;
  for (let at = start; at < end; at += 1) code = 256 * code + content[at]!;
  return code;
}

/** The place after a name, a string or a comment, or after a bracket. */
function afterDelimiter(content: Uint8Array, start: number): number {
  const byte = content[start];
  if (byte === OPEN) return afterString(content, start);
  if (byte === SLASH) return afterWord(content, start + 1);
  let at = start + 1;
  if (byte === PERCENT) while (at < content.length && content[at] !== LINE_FEED && content[at] !== RETURN) at += 1;
  else if (byte === LESS && content[at] !== LESS) while (at < content.length && content[at - 1] !== GREATER) at += 1;
  else if (byte === LESS) at += 1;
  return at;
}

function afterString(content: Uint8Array, start: number): number {
  let depth = 0;
  for (let at = start; at < content.length; at += 1) {
    const byte = content[at];
    if (byte === BACKSLASH) at += 1;
    else if (byte === OPEN) depth += 1;
    else if (byte === CLOSE) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return content.length;
}

function afterWord(content: Uint8Array, start: number): number {
  let at = start;
  for (; at < content.length; at += 1) {
    const kind = KINDS[content[at]!];
    if (kind === 'space' || kind === 'delimiter') break;
  }
  return at;
}

/** Undefined for what pdf.js may read in another way, such as "1-2" or "2q". */
function numberOf(content: Uint8Array, start: number, end: number): number | undefined {
  let at = start;
  const isNegative = content[at] === MINUS;
  if (isNegative || content[at] === PLUS) at += 1;
  let value = 0;
  let scale = 0;
  for (; at < end; at += 1) {
    const byte = content[at]!;
    if (byte === DOT && scale === 0) scale = 1;
    else if (byte >= ZERO && byte <= NINE) {
      value = 10 * value + byte - ZERO;
      scale *= 10;
    } else return undefined;
  }
  const number = scale > 1 ? value / scale : value;
  return isNegative ? -number : number;
}
