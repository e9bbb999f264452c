/**
 * One unit a line: canonical unit, its factor, the SI prefixes that the first symbol and the words may have ('-' for none),
 * symbols and, after the bar, words. Symbols may touch their number, as in "5km", and keep their case: MW is not mW.
 *
 * Sources: BIPM, SI Brochure (9th edition), tables 3, 4, 7 and 8; NIST SP 811, appendix B.8, for units outside the SI; UCUM for IU.
 */
const MEASURES = `
m 1 kcdmµun m | metre meter
m 1000 - KM |
m 0.01 - CM |
m 1609.344 - mi | mile
m 0.3048 - ft | foot feet
m 0.9144 - | yd yard
m 0.0254 - | inch inches
m 1852 - nmi | nautical_mile
kg 0.001 kcmµunpfM g | gram gramme
kg 0.000001 - MG |
kg 0.000000001 - mcg |
kg 1 - KG | kilo
kg 1000 kMG | t tonne ton
kg 0.45359237 - lb lbs |
kg 6.35029318 - | stone
kg 0.028349523 - | ounce oz
pound 1 - | pound
m2 10000 - | hectare ha
m2 4046.856 - | acre
m3 0.001 hcdmµu l | litre liter
m3 0.001 hcdmµu L |
m3 0.000001 - cc ML |
m3 0.003785412 - | gallon
m/day 38624.256 - mph |
m/day 24000 - kmh kph km/h |
m/day 44448 - | knot kn
Pa 1 hkMGm Pa | pascal
Pa 100000 m bar |
Pa 133.3224 - mmHg |
Pa 6894.757 - psi |
J 1 kMGmµ | J joule
J 4.184 k cal |
J 4184 - | calorie kilocalorie
J 3600 kMGTm Wh | watt_hour watt-hour
eV 1 kMGTm eV | electronvolt
W 1 kMGTmµ W | watt
W 745.6999 - | hp horsepower
V 1 kmµM V | volt
A 1 mµ | A amp ampere
Ah 1 mk Ah | ampere_hour amp_hour
Hz 1 kMGTm Hz | hertz
ohm 1 kMGm Ω | ohm
N 1 - | newton
N 1000 - kN | kilonewton
N 1000000 - MN | meganewton
lm 1 km lm | lumen
lx 1 km lx | lux
mol 1 mµn mol |
mol/m3 1 - mM | millimolar
mol/m3 0.001 - µM uM | micromolar
mol/m3 0.000001 - nM | nanomolar
Sv 1 mµun Sv | sievert
Gy 1 kmµ Gy |
Bq 1 kMGTm Bq | becquerel
F 0.001 - mF |
F 0.000001 - µF uF | microfarad
F 0.000000001 - nF | nanofarad
F 0.000000000001 - pF | picofarad
B 1 kMGTP B | byte
iB 1024 - KiB | kibibyte
iB 1048576 - MiB | mebibyte
iB 1073741824 - GiB | gibibyte
iB 1099511627776 - TiB | tebibyte
B 0.125 kMG bit |
B 1000 - KB |
B 125 - kbit kb | kilobit
B 125000 - Mbit Mb | megabit
B 125000000 - Gbit Gb | gigabit
B 125000000000 - Tbit Tb | terabit
B/day 10800000 - kbps |
B/day 10800000000 - Mbps |
B/day 10800000000000 - Gbps |
B/day 86400000 - kBps |
B/day 86400000000 - MBps |
B/day 86400000000000 - GBps |
IU 1 - IU | international_unit
ppm 1 - ppm | part_per_million parts_per_million
ppm 0.001 - ppb | part_per_billion parts_per_billion
times 1 - x | times fold`;

const SHARES = `
% 1 - | % percent pct per_cent
pp 1 - pp | percentage_point percent_point %_point
pp 0.01 - bps | basis_point`;

/** In days. "s" may not touch its number: "the 1990s". */
const DURATIONS = `
day 1/86400 mµnM | s second sec
day 1/1440 - min mins | minute
day 1/24 - h hr hrs hours | hour
day 1 - days | day night
day 7 - | week
day 14 - | fortnight
day 30.436875 - | month
day 365.2425 - year years annum | yr
day 3652.425 - | decade
day 36524.25 - | century centuries`;

/** Coins of several currencies are a separate unit. */
const COINS = `
cent 1 - ¢ | cent
GBP 0.01 - | penny pence`;

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
CAD cad c$ ca$
NOK nok
DKK dkk
PLN pln zloty
CZK czk
MXN mxn
BRL brl
ZAR zar`;

/** SI Brochure, table 7: symbol, factor, word; "u" is the micro sign of plain keyboards. */
const PREFIXES = new Map(
  rowsOf(`
T 1e12 tera
P 1e15 peta
G 1e9 giga
M 1e6 mega
k 1e3 kilo
h 1e2 hecto
d 1e-1 deci
c 1e-2 centi
m 1e-3 milli
µ 1e-6 micro
u 1e-6
n 1e-9 nano
p 1e-12 pico
f 1e-15 femto`).map(([symbol = '', factor, word]) => [symbol, { symbol, factor: Number(factor), word }] as const),
);

const BAR = '|';

export interface Unit {
  /** Canonical unit: 'm', 'kg', 'degC', 'm2', 'm/day', 'W', 'B', 'day', 'USD', 'USD/day'... */
  readonly unit: string;
  readonly factor: number;
  readonly offset: number;
  readonly kind: 'measure' | 'duration' | 'money' | 'percent';
}

function rowsOf(table: string): string[][] {
  return table
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
}

interface UnitLine {
  readonly unit: Unit;
  readonly symbols: readonly string[];
  readonly words: readonly string[];
}

/** A line of a table, and one more for each of its prefixes. */
function linesOf(table: string, kind: Unit['kind']): UnitLine[] {
  return rowsOf(table).flatMap(([unit = '', factor, prefixes = '', ...names]) => {
    const bar = names.indexOf(BAR);
    const base = { unit, factor: factorOf(factor), offset: 0, kind } as const;
    const words = names.slice(bar + 1).map((word) => word.replaceAll('_', ' '));
    const symbols = names.slice(0, bar);
    const marked = prefixes === '-' ? [] : [...prefixes].map((prefix) => PREFIXES.get(prefix)!);
    return [
      { unit: base, symbols, words },
      ...marked.map(({ symbol, factor: times, word }) => ({
        unit: { ...base, factor: Number((base.factor * times).toPrecision(14)) },
        symbols: [symbols[0] ?? words[0]!].map((first) => `${symbol}${first}`),
        words: word === undefined ? [] : words.filter(isWord).map((name) => `${word}${name}`),
      })),
    ];
  });
}

/** "0.3048", or "1/24". */
function factorOf(written = ''): number {
  const [over = 0, under = 1] = written.split('/').map(Number);
  return over / under;
}

/** Words have plurals and prefixes in words, symbols after the bar have not. */
function isWord(name: string): boolean {
  return name.length > 2;
}

function namesOf({ unit, symbols, words }: UnitLine): (readonly [string, Unit])[] {
  const plurals = words.filter(isWord).map((word) => `${word}s`);
  // The micro sign and the Greek letter look alike.
  const greek = symbols.filter((symbol) => symbol.startsWith('µ')).map((symbol) => symbol.replace('µ', 'μ'));
  return [...symbols, ...greek, ...words, ...plurals].map((name) => [name, unit] as const);
}

const LINES = [
  ...linesOf(MEASURES, 'measure'),
  ...linesOf(SHARES, 'percent'),
  ...linesOf(DURATIONS, 'duration'),
  ...linesOf(COINS, 'money'),
];
const NAMES = LINES.flatMap(namesOf);

/** Units by symbol or word as written. */
const UNITS: ReadonlyMap<string, Unit> = new Map(NAMES);
/**
 * Units by symbol in lower case, the first of a table that has it: "mw" is MW. A single letter is known only in its own
 * case.
 */
const LOWER_UNITS: ReadonlyMap<string, Unit> = new Map(
  NAMES.filter(([name]) => name.length > 1)
    .map(([name, unit]) => [name.toLowerCase(), unit] as const)
    .reverse(),
);

/** The unit that a word or a few joined by spaces name. Two capitals are another abbreviation: "20 MS patients". */
export function unitNamed(written: string): Unit | undefined {
  const known = UNITS.get(written);
  if (known !== undefined || /^\p{Lu}{2}$/u.test(written)) return known;
  return LOWER_UNITS.get(written.toLowerCase());
}

/** True if a symbol in small letters names another unit: "mW", because "mw" is read as MW. */
export function isNamedByCase(symbol: string): boolean {
  const named = UNITS.get(symbol);
  const other = LOWER_UNITS.get(symbol.toLowerCase());
  return named !== undefined && other !== undefined && (named.unit !== other.unit || named.factor !== other.factor);
}

const SYMBOLS = new Set(LINES.flatMap(({ symbols }) => symbols));
const LOWER_SYMBOLS = new Set([...SYMBOLS].filter((symbol) => symbol.length > 1).map((symbol) => symbol.toLowerCase()));

/** True if a symbol may touch its number. */
export function isUnitSymbol(written: string): boolean {
  return SYMBOLS.has(written) || LOWER_SYMBOLS.has(written.toLowerCase().replace('μ', 'µ'));
}

export const CURRENCY_UNITS: ReadonlyMap<string, Unit> = new Map(
  rowsOf(CURRENCIES).flatMap(([unit = '', ...names]) =>
    names.map((name) => [name, { unit, factor: 1, offset: 0, kind: 'money' }] as const),
  ),
);

export const PERCENT: Unit = UNITS.get('%')!;
export const CELSIUS: Unit = { unit: 'degC', factor: 1, offset: 0, kind: 'measure' };
export const FAHRENHEIT: Unit = { unit: 'degC', factor: 5 / 9, offset: -160 / 9, kind: 'measure' };
export const KELVIN: Unit = { unit: 'degC', factor: 1, offset: -273.15, kind: 'measure' };
export const DEGREE: Unit = { unit: 'degree', factor: 1, offset: 0, kind: 'measure' };
