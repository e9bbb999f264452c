import type { Declarations } from './html-styles.ts';

/** The least size and the least share that anyone sees. */
const [SEEN_PIXELS, SEEN_SHARE] = [1, 0.05];
/** Pixels to the left or above the page, and to the right of it, where no window reaches. */
const [FAR_BEFORE, FAR_BEHIND] = [100, 5_000];
const UNITS: Readonly<Record<string, number>> = { px: 1, pt: 4 / 3, em: 16, rem: 16, vw: 12.8, vh: 8, '%': 1, '': 1 };
const LENGTH = /(?<![\w.])(-?)(\d{1,9}(?:\.\d{1,9})?|\.\d{1,9})(px|pt|r?em|v[wh]|%|)(?![\w.])/g;

/** The lengths of a value in pixels, and its shares in percent as they are. */
export function lengthsOf(value: string): number[] {
  return [...value.matchAll(LENGTH)].map(
    ([, sign, size, unit]) => (sign === '-' ? -1 : 1) * Number(size) * UNITS[unit!]!,
  );
}

/** True if nothing in the box of an element is seen: it has no size, no share of the light, or a place outside the page. */
export function isBoxUnseen(declarations: Declarations): boolean {
  if (declarations.size === 0) return false;
  const is = (name: string) => declarations.get(name) ?? '';
  if (is('display') === 'none' || is('content-visibility') === 'hidden') return true;
  if (SHARES.some((name) => (lengthsOf(is(name))[0] ?? 1) <= SEEN_SHARE)) return true;
  if (isShrunk(`${is('transform')} ${is('filter')}`) || isClipped(is('clip-path'))) return true;
  const isCut = ['overflow', 'overflow-x', 'overflow-y'].some((name) => /hidden|clip/.test(is(name)));
  if (isCut && (lengthsOf(is('line-height'))[0] ?? 1) <= SEEN_SHARE) return true;
  if (isCut && /^\d{3,}%/.test(is('text-indent'))) return true;
  if ((lengthsOf(is('letter-spacing'))[0] ?? 0) <= -LETTER) return true;
  if (isCut && SIZES.some((name) => (lengthsOf(is(name))[0] ?? Number.POSITIVE_INFINITY) <= SEEN_PIXELS)) return true;
  if (MOVES.some((name) => isFar(name, is(name)))) return true;
  if (is('position') === 'relative') return SIDES.some((name) => isFar('transform', is(name)));
  if (!['absolute', 'fixed'].includes(is('position'))) return false;
  const [top, right, bottom, left] = lengthsOf(/^rect\((.*)\)$/.exec(is('clip'))?.[1] ?? '');
  const isEmpty = left !== undefined && (bottom! - top! <= SEEN_PIXELS || right! - left <= SEEN_PIXELS);
  return isEmpty || SIDES.some((name) => isFar(name, is(name)));
}

const SHARES = ['opacity', 'scale', 'zoom'];
const SIZES = ['height', 'max-height', 'width', 'max-width'];
const MOVES = ['text-indent', 'padding-left', 'margin', 'margin-left', 'margin-top', 'transform', 'translate'];
const SIDES = ['left', 'right', 'top', 'bottom', 'inset'];
/** Pixels that letters are wide at least. */
const LETTER = 8;
const FUNCTION = /\b([a-z]{1,20})(?:3d)?\(([^()]{0,200})\)/g;

/** True if a function makes the box a line or a point, or turns it to its edge. */
function isShrunk(value: string): boolean {
  return [...value.matchAll(FUNCTION)].some(([, name = '', inner = '']) => {
    if (name === 'matrix') return [0, 3].some((i) => Math.abs(lengthsOf(inner)[i] ?? 1) <= SEEN_SHARE);
    if (/^(?:scale|opacity)/.test(name)) return lengthsOf(inner).some((share) => Math.abs(share) <= SEEN_SHARE);
    return /^rotate[xy]$/.test(name) && /\b(?:90|270)deg/.test(inner);
  });
}

/** Pages of a converted file are far below each other, and columns of a layout are moved by shares of it. */
function isFar(name: string, value: string): boolean {
  const isShare = /^(?:margin|trans)/.test(name);
  return lengthsOf(isShare ? value.replace(/[\d.]{1,12}%/g, '0') : value).some((length) => {
    if (value.includes('calc(')) return Math.abs(length) >= FAR_BEHIND;
    return length <= -FAR_BEFORE || (length >= FAR_BEHIND && !['top', 'bottom', 'margin', 'margin-top'].includes(name));
  });
}

/** True for a shape without an inside. */
function isClipped(shape: string): boolean {
  const [, name, inner = ''] = /^(inset|circle|ellipse|polygon|xywh)\((.*)\)$/.exec(shape) ?? [];
  if (name === undefined) return false;
  if (name === 'polygon') {
    const points = inner.split(',').map(lengthsOf);
    return [0, 1].some((axis) => new Set(points.map((point) => point[axis])).size === 1);
  }
  const [first = 0, second = first, third = first, fourth = second] = lengthsOf(inner.split(/\bround\b/)[0]!);
  if (name === 'xywh') return third <= SEEN_PIXELS || fourth <= SEEN_PIXELS;
  return name === 'inset' ? first + third >= 100 || second + fourth >= 100 : first <= SEEN_PIXELS;
}
