/** A line: unit, factor, and the names of it; those before the bar may touch their number, as in "5km". */
const MEASURES = `
m 1 m | metre metres meter meters
m 1000 km | kilometre kilometres kilometer kilometers
m 0.01 cm | centimetre centimetres centimeter centimeters
m 0.001 mm | millimetre millimetres millimeter millimeters
m 1609.344 mi | mile miles
m 0.3048 ft | foot feet
m 0.9144 | yd yard yards
m 0.0254 | inch inches
kg 1 kg | kilogram kilograms kilo kilos
kg 0.001 g | gram grams
kg 0.000001 mg | milligram milligrams
kg 1000 | tonne tonnes ton tons
kg 0.45359237 lb lbs |
kg 6.35029318 | stone
pound 1 | pound pounds
kg 0.02834952 | ounce ounces oz
m2 10000 | hectare hectares ha
m2 4046.856 | acre acres
l 1 l | litre litres liter liters
l 0.001 ml | millilitre millilitres milliliter milliliters
l 3.785412 | gallon gallons
km/h 1.609344 mph |
km/h 1 kmh | kph
W 1000 kw | kilowatt kilowatts
W 1000000 mw | megawatt megawatts
W 1000000000 gw | gigawatt gigawatts
B 1000000 mb | megabyte megabytes
B 1000000000 gb | gigabyte gigabytes
B 1000000000000 tb | terabyte terabytes
times 1 x | times fold`;

/** In days. */
const DURATIONS = `
day 0.000011574074 | second seconds sec secs
day 0.000694444444 min mins | minute minutes
day 0.041666666667 hours hr hrs | hour
day 1 days | day night nights
day 7 | week weeks
day 14 | fortnight fortnights
day 30.436875 | month months
day 365.2425 year years | yr yrs
day 3652.425 | decade decades
day 36524.25 | century centuries`;

/** A line: ISO 4217 code, then its signs and words. */
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

const BAR = '|';

export interface Unit {
  /** Canonical unit: 'm', 'kg', 'degC', 'm2', 'l', 'km/h', 'W', 'B', 'day', 'USD'... */
  readonly unit: string;
  readonly factor: number;
  readonly offset: number;
  readonly kind: 'measure' | 'duration' | 'money' | 'percent';
}

function unitTable(table: string, kind: Unit['kind']): (readonly [string, Unit])[] {
  return rowsOf(table).flatMap(([unit = '', factor, ...names]) =>
    names.flatMap((name) => (name === BAR ? [] : [[name, { unit, factor: Number(factor), offset: 0, kind }] as const])),
  );
}

function rowsOf(table: string): string[][] {
  return table
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
}

/** By name, in lower case. */
export const UNITS: ReadonlyMap<string, Unit> = new Map([
  ...unitTable(MEASURES, 'measure'),
  ...unitTable(DURATIONS, 'duration'),
]);

/** The names that may touch their number. */
export const GLUED_UNITS: readonly string[] = [MEASURES, DURATIONS].flatMap((table) =>
  rowsOf(table).flatMap(([, , ...names]) => names.slice(0, names.indexOf(BAR))),
);

export const CURRENCY_UNITS: ReadonlyMap<string, Unit> = new Map(
  rowsOf(CURRENCIES).flatMap(([unit = '', ...names]) =>
    names.map((name) => [name, { unit, factor: 1, offset: 0, kind: 'money' }] as const),
  ),
);

export const PERCENT: Unit = { unit: '%', factor: 1, offset: 0, kind: 'percent' };
export const PERCENTAGE_POINTS: Unit = { unit: 'pp', factor: 1, offset: 0, kind: 'percent' };
export const CELSIUS: Unit = { unit: 'degC', factor: 1, offset: 0, kind: 'measure' };
export const FAHRENHEIT: Unit = { unit: 'degC', factor: 5 / 9, offset: -160 / 9, kind: 'measure' };
export const DEGREE: Unit = { unit: 'degree', factor: 1, offset: 0, kind: 'measure' };
