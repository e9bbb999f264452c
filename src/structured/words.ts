import { wellFormed } from './value.ts';

/** Names around the data that do not describe it. */
const WRAPPERS = new Set(
  'data result results response payload body output attributes properties metadata meta record records item items entry entries object value values content contents list rows row'.split(
    ' ',
  ),
);

/** Longer names are texts; each statement below one would repeat it. */
const MAX_NAME = 80;
const ONE_WORD = /^[a-z\d]{1,80}$/;

/** The words of a name: "deployment_id", "deploymentId" and "deployment-id" are "deployment id"; "HTTPStatus" is "HTTP status". */
export function wordsOfName(name: string): string {
  // Most names are one word, and each is asked for several times.
  if (ONE_WORD.test(name)) return name;
  const words = wellFormed(name.slice(0, MAX_NAME))
    .replace(/[_\-./:\s]+/g, ' ')
    .replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .trim()
    .split(' ');
  return words.map((word) => (/^\p{Lu}{2,5}$/u.test(word) ? word : word.toLowerCase())).join(' ');
}

export function isWrapper(words: string): boolean {
  return WRAPPERS.has(words) || words === '';
}

/** One of several: "orders" gives "order", "entries" gives "entry". */
export function singular(words: string): string {
  if (/(?:ss|us|is|news|series|species)$/i.test(words)) return words;
  if (/ies$/i.test(words)) return words.replace(/ies$/i, 'y');
  return words.replace(/(?<=ss|x|ch|sh)es$|s$/i, '');
}

const CODE_WORDS = /^(?:\p{Lu}+(?:_\p{Lu}+)+|\p{Ll}+(?:_\p{Ll}+)+)$/u;

/** A string as prose writes it: "IN_PROGRESS" and "in_progress" are "in progress". */
export function wordsOfCode(written: string): string {
  return CODE_WORDS.test(written) ? written.toLowerCase().replaceAll('_', ' ') : written;
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const ISO_DATE =
  /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d)(?::[0-5]\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/;

/** A date of ISO 8601 as prose writes it: "2024-05-03T10:15:00Z" is "May 3, 2024 at 10:15 UTC". */
export function dateInWords(written: string): string | undefined {
  const [, year, month, day, time, zone] = ISO_DATE.exec(written) ?? [];
  if (year === undefined) return undefined;
  const date = `${MONTHS[Number(month) - 1]} ${Number(day)}, ${year}`;
  if (time === undefined) return date;
  return `${date} at ${time}${zone === undefined ? '' : zone === 'Z' ? ' UTC' : ` UTC${zone}`}`;
}

/** Numbers with these names are written without groups of three digits. */
const CODES =
  /\b(?:id|ids|number|no|code|phone|zip|postal|account|isbn|ean|sku|port|year|timestamp|ts|epoch|version|build|pid)$/;
const LONG_INTEGER = /^(-?)(\d{5,})(\.\d+)?$/;

/** A number as prose writes it: "1204331" is "1,204,331". */
export function numberInWords(written: string, name: string): string {
  const [, sign, whole, rest = ''] = LONG_INTEGER.exec(written) ?? [];
  if (whole === undefined || CODES.test(name)) return written;
  const first = whole.length % 3;
  const groups = [whole.slice(0, first), ...whole.slice(first).match(/\d{3}/g)!];
  return `${sign}${groups.filter((group) => group !== '').join(',')}${rest}`;
}

/** Units that names end with; one letter is a unit only after a word that says of what. */
const UNITS =
  /^(?<name>.+?) ?\b(?<unit>ms|seconds?|secs?|minutes?|mins?|hours?|hrs?|days|weeks|months|years|kg|km|cm|mm|miles|mph|kmh|kph|bytes|[kmgt]i?b|mw|kw|kwh|mwh|usd|eur|gbp|jpy|chf|celsius|fahrenheit|percent|pct)$/i;
const LETTER_UNITS =
  /^(?<name>(?:.+ )?(?:(?<time>duration|elapsed|time|timeout|latency|uptime|delay|ttl)|(?<heat>temp|temperature|feels ?like)|(?<size>distance|length|height|width|depth|altitude|elevation)|(?<mass>weight|mass))) (?<unit>[smhcfg])$/i;
const LONE_UNIT = /^(?:ms|seconds|minutes|hours|days|weeks|months|years)$/i;
const BY_LETTER: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  time: { s: 'seconds', m: 'minutes', h: 'hours' },
  heat: { c: '°C', f: '°F' },
  size: { m: 'm' },
  mass: { g: 'g' },
};
const UNIT_WORDS: Readonly<Record<string, string>> = {
  sec: 'seconds',
  secs: 'seconds',
  min: 'minutes',
  mins: 'minutes',
  hr: 'hours',
  hrs: 'hours',
  usd: 'USD',
  eur: 'EUR',
  gbp: 'GBP',
  jpy: 'JPY',
  chf: 'CHF',
  celsius: '°C',
  fahrenheit: '°F',
  pct: '%',
  percent: '%',
  kb: 'KB',
  mb: 'MB',
  gb: 'GB',
  tb: 'TB',
  mw: 'MW',
  kw: 'kW',
  kwh: 'kWh',
  mwh: 'MWh',
  kib: 'KiB',
  mib: 'MiB',
  gib: 'GiB',
  tib: 'TiB',
};

/** The words of a name of a number without its unit, and the unit: "duration ms" gives "duration" and "ms". */
export function withoutUnit(words: string): { readonly name: string; readonly unit: string } | undefined {
  if (LONE_UNIT.test(words)) return { name: words, unit: words };
  const plain = UNITS.exec(words)?.groups;
  if (plain !== undefined) return { name: plain.name!, unit: UNIT_WORDS[plain.unit!.toLowerCase()] ?? plain.unit! };
  const { name, unit, ...about } = LETTER_UNITS.exec(words)?.groups ?? {};
  const kind = Object.keys(about).find((one) => about[one] !== undefined);
  const written = kind === undefined ? undefined : BY_LETTER[kind]?.[unit!.toLowerCase()];
  return written === undefined ? undefined : { name: name!, unit: written };
}
