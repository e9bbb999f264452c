import type { Token } from '../../../text/tokens.ts';

export interface Unit {
  /** Canonical unit: 'm', 'kg', 'degC', 'm2', 'l', 'km/h', 'W', 'B', 'day', 'USD'... */
  readonly unit: string;
  readonly factor: number;
  readonly offset: number;
  readonly kind: 'measure' | 'duration' | 'money' | 'percent';
}

const MEASURES = `
m 1 m metre metres meter meters
m 1000 km kilometre kilometres kilometer kilometers
m 0.01 cm centimetre centimetres centimeter centimeters
m 0.001 mm millimetre millimetres millimeter millimeters
m 1609.344 mi mile miles
m 0.3048 ft foot feet
m 0.9144 yd yard yards
m 0.0254 inch inches
kg 1 kg kilogram kilograms kilo kilos
kg 0.001 g gram grams
kg 0.000001 mg milligram milligrams
kg 1000 tonne tonnes ton tons
kg 0.45359237 lb lbs
pound 1 pound pounds
kg 0.02834952 ounce ounces oz
m2 10000 hectare hectares ha
m2 4046.856 acre acres
l 1 litre litres liter liters l
l 0.001 ml millilitre millilitres milliliter milliliters
l 3.785412 gallon gallons
km/h 1.609344 mph
km/h 1 kmh kph
W 1000 kw kilowatt kilowatts
W 1000000 mw megawatt megawatts
W 1000000000 gw gigawatt gigawatts
B 1000000 mb megabyte megabytes
B 1000000000 gb gigabyte gigabytes
B 1000000000000 tb terabyte terabytes
times 1 times fold x`;

const DURATIONS = `
day 0.000011574074 second seconds sec secs
day 0.000694444444 minute minutes min mins
day 0.041666666667 hour hours hr hrs
day 1 day days night nights
day 7 week weeks
day 14 fortnight fortnights
day 30.436875 month months
day 365.2425 year years yr yrs
day 3652.425 decade decades
day 36524.25 century centuries`;

const CURRENCIES = `
USD $ us$ usd dollar dollars
EUR € eur euro euros
GBP £ gbp sterling quid
INR ₹ rs inr rupee rupees
JPY ¥ jpy yen
CNY cny yuan renminbi
KRW ₩ krw
CHF chf francs
SEK sek kronor
RUB ₽ rub rubles roubles
AUD aud a$
CAD cad c$ ca$`;

const UNITS = new Map<string, Unit>();
for (const [table, kind] of [
  [MEASURES, 'measure'],
  [DURATIONS, 'duration'],
] as const) {
  for (const line of table.trim().split('\n')) {
    const [unit, factor, ...names] = line.split(' ');
    for (const name of names) UNITS.set(name, { unit: unit!, factor: Number(factor), offset: 0, kind });
  }
}

const MONEY = new Map<string, string>();
for (const line of CURRENCIES.trim().split('\n')) {
  const [code, ...names] = line.split(' ');
  for (const name of names) MONEY.set(name, code!);
}

const PERCENT: Unit = { unit: '%', factor: 1, offset: 0, kind: 'percent' };
const POINTS: Unit = { unit: 'pp', factor: 1, offset: 0, kind: 'percent' };
const CELSIUS: Unit = { unit: 'degC', factor: 1, offset: 0, kind: 'measure' };
const FAHRENHEIT: Unit = { unit: 'degC', factor: 5 / 9, offset: -160 / 9, kind: 'measure' };

export interface UnitMatch {
  readonly unit: Unit;
  readonly to: number;
}

function temperature(tokens: readonly Token[], at: number): UnitMatch | undefined {
  const first = tokens[at]?.lower;
  const glued = tokens[at]?.spaced === false && /^[CF]$/.test(tokens[at]!.text);
  if (glued) return { unit: tokens[at]!.text === 'C' ? CELSIUS : FAHRENHEIT, to: at + 1 };
  if (first !== '°' && first !== 'degrees' && first !== 'degree') return undefined;
  const scale = tokens[at + 1]?.lower ?? '';
  if (scale === 'c' || scale === 'celsius' || scale === 'centigrade') return { unit: CELSIUS, to: at + 2 };
  if (scale === 'f' || scale === 'fahrenheit') return { unit: FAHRENHEIT, to: at + 2 };
  return { unit: { unit: 'degree', factor: 1, offset: 0, kind: 'measure' }, to: at + 1 };
}

function percent(tokens: readonly Token[], at: number): UnitMatch | undefined {
  const word = tokens[at]?.lower ?? '';
  const next = tokens[at + 1]?.lower ?? '';
  if (word === 'percentage' && /^points?$/.test(next)) return { unit: POINTS, to: at + 2 };
  if (word === 'per' && next === 'cent') return { unit: PERCENT, to: at + 2 };
  if (word !== '%' && word !== 'percent' && word !== 'pct') return undefined;
  return /^points?$/.test(next) ? { unit: POINTS, to: at + 2 } : { unit: PERCENT, to: at + 1 };
}

/** "28 out of 100" and "28/100" are 28 %; other denominators make a scale of their own, such as "/10". */
function outOf(tokens: readonly Token[], at: number): UnitMatch | undefined {
  const slash = tokens[at]?.text === '/';
  const spelledOut = tokens[at]?.lower === 'out' && tokens[at + 1]?.lower === 'of';
  const total = tokens[slash ? at + 1 : at + 2];
  if ((!slash && !spelledOut) || total === undefined) return undefined;
  const value =
    total.lower === 'ten' ? 10 : Number(total.type === 'number' ? total.text.replaceAll(',', '') : Number.NaN);
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
  const squared = /^(?:sq|square)$/.test(token.lower);
  const word = squared ? tokens[start + 1]?.lower : token.lower;
  const unit = UNITS.get(word ?? '');
  if (unit !== undefined) return squared ? { unit: square(unit), to: start + 2 } : speed(tokens, start, unit);
  const currency = MONEY.get(token.lower);
  if (currency === undefined) return undefined;
  return { unit: { unit: currency, factor: 1, offset: 0, kind: 'money' }, to: start + 1 };
}

function square(unit: Unit): Unit {
  return { ...unit, unit: `${unit.unit}2`, factor: unit.factor ** 2 };
}

function speed(tokens: readonly Token[], at: number, unit: Unit): UnitMatch {
  const per = tokens[at + 1]?.text === '/' || tokens[at + 1]?.lower === 'per' || tokens[at + 1]?.lower === 'an';
  const base =
    UNITS.get(tokens[at + 2]?.lower ?? '') ?? (tokens[at + 2]?.lower === 'h' ? UNITS.get('hour') : undefined);
  if (!per || unit.unit !== 'm' || base?.unit !== 'day') return { unit, to: at + 1 };
  const factor = unit.factor / 1000 / (base.factor * 24);
  return { unit: { unit: 'km/h', factor, offset: 0, kind: 'measure' }, to: at + 3 };
}

/** A currency sign or code at token `at`: "$", "US$", "EUR", "Rs". Lower-case words never open an amount. */
export function readCurrency(tokens: readonly Token[], at: number): UnitMatch | undefined {
  const token = tokens[at];
  if (token === undefined || token.type === 'number' || /^\p{Ll}/u.test(token.text)) return undefined;
  const dollar = tokens[at + 1]?.text === '$' && !tokens[at + 1]!.spaced;
  const code = MONEY.get(dollar ? `${token.lower}$` : token.lower);
  if (code === undefined) return undefined;
  const after = dollar ? at + 2 : at + 1;
  const to = tokens[after]?.text === '.' ? after + 1 : after;
  return { unit: { unit: code, factor: 1, offset: 0, kind: 'money' }, to };
}

/** True for a sign that may open an amount: "$", "€". */
export function isCurrencySign(text: string): boolean {
  return MONEY.has(text);
}
