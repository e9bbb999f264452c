import { dividedAt } from './css-text.ts';

/** The window of a desktop, in pixels. */
const WINDOW: Readonly<Record<string, number>> = { width: 1_280, height: 800 };
const TYPE = /^(?:(?:not|only)\s+)?([a-z-]+)(?=\s|$)/;
const LIMIT = /^(min|max)-(width|height)\s*:/;
const RANGE = /^(?:([\d.]+)(px|r?em)?\s*(<=?|>=?)\s*)?(width|height)(?:\s*(<=?|>=?)\s*([\d.]+)(px|r?em)?)?$/;
/** Features that few readers have. */
const UNUSUAL =
  /^(?:prefers-color-scheme\s*:\s*dark|prefers-(?:reduced|contrast)|forced-colors|inverted-colors|orientation\s*:\s*portrait|(?:any-)?(?:hover\s*:\s*none|pointer\s*:\s*(?:coarse|none))|monochrome|display-mode|scripting\s*:\s*none)/;

/** True if a list of media queries is met by the screen of a desktop, as far as it is understood. */
export function isShownOnScreens(queries: string): boolean {
  return dividedAt(queries.toLowerCase(), ',').some((one) => isMet(one.trim()));
}

function isMet(query: string): boolean {
  const [, type = 'all'] = TYPE.exec(query) ?? [];
  const features = [...query.matchAll(/\(([^()]*)\)/g)].map(([, feature]) => hasFeature(feature!.trim()));
  const isAny = /\bor\b/.test(query);
  const isOfScreen = type === 'screen' || type === 'all' || type === 'not' || type === 'only';
  const isWhole = isOfScreen && (isAny ? features.includes(true) : !features.includes(false));
  return isWhole !== query.startsWith('not');
}

function hasFeature(feature: string): boolean {
  const limits = feature.replace(LIMIT, (_, side, name) => `${name}${side === 'min' ? '>=' : '<='}`);
  const [range, low, lowUnit, before, dimension = '', behind, high, highUnit] = RANGE.exec(limits) ?? [];
  if (range === undefined) return !UNUSUAL.test(feature);
  const window = WINDOW[dimension]!;
  return (
    (before === undefined || compared(pixels(low, lowUnit), before, window)) &&
    (behind === undefined || compared(window, behind, pixels(high, highUnit)))
  );
}

function pixels(size = '', unit = 'px'): number {
  return Number(size) * (unit === 'px' ? 1 : 16);
}

function compared(left: number, sign: string, right: number): boolean {
  if (left === right) return sign.endsWith('=');
  return sign.startsWith('<') === left < right;
}
