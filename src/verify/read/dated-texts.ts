import { MONTHS } from '../../text/index.ts';
import { type Fact, isDate, surfaceReading } from '../rules/index.ts';
import { oncePer } from '../rules/keyed.ts';

/** A line that says when a text was written. */
const DATE_LINE =
  /^(?:(?:date|sent|posted|published|written|as of|issued|updated|last updated)\b|.{0,40}\b(?:letter|notice|e-?mail|mail|newsletter|bulletin|minutes|memo|press release|circular|announcement|statement|report)\b)/i;
const MONTH = `(?:${[...MONTHS.keys()].join('|')})`;
/** A date alone, or with a place: "Bonn, 21 October 2024". */
const DATE_ALONE = new RegExp(
  `^(?:\\p{L}[\\p{L} .-]{0,30}, ?)?(?:\\p{L}+day,? )?(?:\\d{1,2}(?:st|nd|rd|th)? ${MONTH} \\d{4}|${MONTH} \\d{1,2}, \\d{4}|\\d{4}-\\d\\d-\\d\\d)[.:]?$`,
  'iu',
);
const RELATIVE = /\b(?:yesterday|today|tonight|tomorrow|(?:last|this|next) \p{L}+|ago)\b/iu;
/** A text with the answers of others has several days. */
const OTHERS = /^>|\bwrote:/m;
const LONGEST = 20_000;
/** Lines in which a text says when it was written. */
const HEAD_LINES = 6;

type Day = Pick<Fact, 'low' | 'high'>;

/** The day or month on which a text was written, where its head says so once. */
export const writtenOn = oncePer(({ text }: { readonly text: string }): Day | undefined => {
  if (text.length > LONGEST || !RELATIVE.test(text) || OTHERS.test(text)) return undefined;
  const lines = text.split('\n', HEAD_LINES).map((line) => line.trim());
  const heads = lines.map((line) => line.split(/(?<=\d{4})[:.,]/, 1)[0]!);
  const dates = heads.filter((head) => DATE_LINE.test(head) || DATE_ALONE.test(head)).flatMap(datesIn);
  const [date, ...others] = dates;
  return date === undefined || others.some(({ low, high }) => low !== date.low || high !== date.high)
    ? undefined
    : date;
});

function datesIn(head: string): readonly Day[] {
  const { facts } = surfaceReading(head);
  return facts.map(({ fact }) => fact).filter((fact) => isDate(fact) && fact.unit === 'date' && fact.kind === 'date');
}

const PREPOSITIONS = /\b(?:on|in|at|of|by|for|from|to|and|since|until|till|before|after|between|as|with|the) $/i;
const MONTH_NAMES = 'January February March April May June July August September October November December'.split(' ');

/**
 * The words of a dated text with the days for "yesterday" and "next week", which the models can't know: "on 3 June 2024" of a letter of
 * 4 June. Undefined for other texts.
 */
export const datesOf = oncePer((source: { readonly text: string }): ((sentence: string) => string) | undefined => {
  const day = writtenOn(source);
  if (day === undefined) return undefined;
  return (sentence) => (RELATIVE.test(sentence) ? dated(sentence, day) : sentence);
});

function dated(sentence: string, day: Day): string {
  const { facts } = surfaceReading(sentence, undefined, () => day);
  let [read, from] = ['', 0];
  for (const { fact } of facts) {
    const own = sentence.slice(fact.start, fact.end);
    if (!isDate(fact) || !RELATIVE.test(own)) continue;
    const before = sentence.slice(0, fact.start);
    const isOwner = /['’]s$/.test(own);
    if (isOwner && fact.kind !== 'year') continue;
    const written = isOwner
      ? `${/(?:^|[.!?:] )$/.test(before) ? 'The' : 'the'} ${datesWritten(fact)}`
      : withPreposition(fact, before);
    read += sentence.slice(from, fact.start) + written;
    from = fact.end;
  }
  return read + sentence.slice(from);
}

function withPreposition(fact: Fact, before: string): string {
  const written = datesWritten(fact);
  if (PREPOSITIONS.test(before)) return written;
  const joint = fact.low === fact.high ? 'on' : written.includes(' to ') ? 'in the week from' : 'in';
  const isFirst = /(?:^|[.!?:] )$/.test(before);
  return `${isFirst ? joint.charAt(0).toUpperCase() + joint.slice(1) : joint} ${written}`;
}

/** "3 June 2024", "14 to 20 October 2024", "October 2024", "2024" */
function datesWritten({ kind, ...fact }: Fact): string {
  // "Until yesterday" has no first day.
  const low = Number.isFinite(fact.low) ? fact.low : fact.high;
  const high = Number.isFinite(fact.high) ? fact.high : low;
  const [first, last] = [low, high].map((days) => new Date(days * 86_400_000)) as [Date, Date];
  const month = (date: Date) => `${MONTH_NAMES[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  if (kind === 'year') return `${first.getUTCFullYear()}`;
  const day = (date: Date) => `${date.getUTCDate()} ${month(date)}`;
  if (low === high) return day(first);
  return high - low < 7 ? `${day(first)} to ${day(last)}` : month(first);
}
