import {
  CELSIUS,
  CURRENCY_UNITS,
  DEGREE,
  FAHRENHEIT,
  PERCENT,
  PERCENTAGE_POINTS,
  type Token,
  UNITS,
  type Unit,
} from '../../../text/index.ts';

export interface UnitMatch {
  readonly unit: Unit;
  /** One past the last token read. */
  readonly to: number;
}

function temperature(tokens: readonly Token[], at: number): UnitMatch | undefined {
  const token = tokens[at];
  if (token?.text === '℃' || token?.text === '℉')
    return { unit: token.text === '℃' ? CELSIUS : FAHRENHEIT, to: at + 1 };
  const glued = token?.spaced === false && /^[CF]$/.test(token.text);
  if (glued) return { unit: token.text === 'C' ? CELSIUS : FAHRENHEIT, to: at + 1 };
  if (!/^(?:°|º|degrees?)$/.test(token?.lower ?? '')) return undefined;
  const scale = tokens[at + 1]?.lower ?? '';
  if (scale === 'c' || scale === 'celsius' || scale === 'centigrade') return { unit: CELSIUS, to: at + 2 };
  if (scale === 'f' || scale === 'fahrenheit') return { unit: FAHRENHEIT, to: at + 2 };
  return { unit: DEGREE, to: at + 1 };
}

function percent(tokens: readonly Token[], at: number): UnitMatch | undefined {
  const word = tokens[at]?.lower ?? '';
  const next = tokens[at + 1]?.lower ?? '';
  if (word === 'percentage' && /^points?$/.test(next)) return { unit: PERCENTAGE_POINTS, to: at + 2 };
  if (word === 'per' && next === 'cent') return { unit: PERCENT, to: at + 2 };
  if (word !== '%' && word !== 'percent' && word !== 'pct') return undefined;
  return /^points?$/.test(next) ? { unit: PERCENTAGE_POINTS, to: at + 2 } : { unit: PERCENT, to: at + 1 };
}

/** "28 out of 100" and "28/100" are 28 %; other denominators make a scale of their own, such as "/10". */
function outOf(tokens: readonly Token[], at: number): UnitMatch | undefined {
  const slash = tokens[at]?.text === '/';
  const spelledOut = tokens[at]?.lower === 'out' && tokens[at + 1]?.lower === 'of';
  const total = tokens[slash ? at + 1 : at + 2];
  if ((!slash && !spelledOut) || total === undefined) return undefined;
  const value = total.lower === 'ten' ? 10 : total.type === 'number' ? Number(total.text.replaceAll(',', '')) : 0;
  if (!(value > 1)) return undefined;
  const to = slash ? at + 2 : at + 3;
  if (value === 100) return { unit: PERCENT, to };
  return { unit: { unit: `/${value}`, factor: 1, offset: 0, kind: 'measure' }, to };
}

/** The unit that follows a number at token `at`, a hyphen between them ("five-year") included. */
export function readUnit(tokens: readonly Token[], at: number): UnitMatch | undefined {
  const start = tokens[at]?.text === '-' && tokens[at + 1]?.type === 'word' ? at + 1 : at;
  const special = percent(tokens, start) ?? temperature(tokens, start) ?? outOf(tokens, start);
  if (special !== undefined) return special;
  const token = tokens[start];
  if (token === undefined || token.type === 'number') return undefined;
  const currency = CURRENCY_UNITS.get(token.lower);
  return areaOrVolume(tokens, start) ?? plainUnit(tokens, start) ?? (currency && { unit: currency, to: start + 1 });
}

function plainUnit(tokens: readonly Token[], at: number): UnitMatch | undefined {
  const unit = UNITS.get(tokens[at]!.lower);
  // "12 stone", but "12 stone houses" and "12 second-hand cars".
  const next = tokens[at + 1];
  const isNoun =
    (tokens[at]!.lower === 'stone' && (next?.lemma ?? '') !== '') ||
    (next?.text === '-' && tokens[at + 2]?.lower === 'hand');
  return unit === undefined || isNoun ? undefined : speed(tokens, at, unit);
}

const POWER_WORDS: ReadonlyMap<string, number> = new Map([
  ['sq', 2],
  ['square', 2],
  ['cubic', 3],
  ['cu', 3],
]);
const POWER_SIGNS: ReadonlyMap<string, number> = new Map([
  ['²', 2],
  ['³', 3],
]);

/** "5 sq km", "5 km²", "5 km2", "12 cubic metres". */
function areaOrVolume(tokens: readonly Token[], at: number): UnitMatch | undefined {
  const { lower } = tokens[at]!;
  const word = POWER_WORDS.get(lower);
  const dot = tokens[at + 1]?.text === '.' ? 2 : 1;
  if (word !== undefined) return raised(UNITS.get(tokens[at + dot]?.lower ?? ''), word, at + dot + 1);
  const sign = POWER_SIGNS.get(tokens[at + 1]?.text ?? '');
  if (sign !== undefined && !tokens[at + 1]!.spaced) return raised(UNITS.get(lower), sign, at + 2);
  const glued = /^([a-z]{1,2})([23])$/.exec(lower);
  return glued === null ? undefined : raised(UNITS.get(glued[1]!), Number(glued[2]), at + 1);
}

function raised(length: Unit | undefined, power: number, to: number): UnitMatch | undefined {
  if (length?.unit !== 'm') return undefined;
  return { unit: { ...length, unit: `m${power}`, factor: length.factor ** power }, to };
}

/** "60 km/h", "10 m/s", "100 miles an hour", in km/h. */
function speed(tokens: readonly Token[], at: number, unit: Unit): UnitMatch {
  const per = tokens[at + 1]?.text === '/' || tokens[at + 1]?.lower === 'per' || tokens[at + 1]?.lower === 'an';
  const time = { h: 'hour', s: 'second' }[tokens[at + 2]?.lower ?? ''] ?? tokens[at + 2]?.lower ?? '';
  const base = UNITS.get(time);
  if (!per || unit.unit !== 'm' || base?.unit !== 'day') return { unit, to: at + 1 };
  const factor = unit.factor / 1000 / (base.factor * 24);
  return { unit: { unit: 'km/h', factor, offset: 0, kind: 'measure' }, to: at + 3 };
}

/** A currency sign or code at token `at`: "$", "US$", "EUR", "Rs". Lower-case words never open an amount. */
export function readCurrency(tokens: readonly Token[], at: number): UnitMatch | undefined {
  const token = tokens[at];
  if (token === undefined || token.type === 'number' || /^\p{Ll}/u.test(token.text)) return undefined;
  const dollar = tokens[at + 1]?.text === '$' && !tokens[at + 1]!.spaced;
  const unit = CURRENCY_UNITS.get(dollar ? `${token.lower}$` : token.lower);
  if (unit === undefined) return undefined;
  const after = dollar ? at + 2 : at + 1;
  return { unit, to: tokens[after]?.text === '.' ? after + 1 : after };
}

/** True for a sign that may open an amount: "$", "€". */
export function isCurrencySign(text: string): boolean {
  return CURRENCY_UNITS.has(text);
}
