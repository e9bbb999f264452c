import { type RecordField, type RecordObject, sentenceWords } from '../../text/index.ts';
import type { SourceSet } from '../read/read-source.ts';
import type { Fact, SurfaceFindings } from '../rules/index.ts';

/** Kinds of facts that a record has as a value, or has not. */
const AMOUNTS: ReadonlySet<Fact['kind']> = new Set(['money', 'measure', 'percent', 'duration']);
/** A smaller number may count what a record lists. */
const NO_COUNT = 1_000;

/** How many amounts of a span no record has; none where the sources are prose. */
export function absentAmounts({ facts }: SurfaceFindings, { sources }: SourceSet): number {
  const isAmount = ({ kind, low }: Fact) => AMOUNTS.has(kind) || (kind === 'number' && low >= NO_COUNT);
  const absent = facts.filter(({ status, claim }) => status !== 'match' && isAmount(claim));
  const objects = absent.length === 0 ? [] : sources.flatMap(({ records }) => records?.objects ?? []);
  if (objects.length === 0) return 0;
  const values = objects.flatMap(({ fields }) =>
    fields.flatMap(({ kind, value, length }) =>
      kind === 'list' ? String(length) : isNumeric(kind, value) ? value : [],
    ),
  );
  const held = new Set(values.flatMap((value) => sentenceWords(value.replace(/(?<=\d),(?=\d{3})/g, ''))));
  return absent.filter(({ claim }) => !held.has(claim.written) && !isBetween(claim, objects)).length;
}

/** A number, or a text that is one. */
function isNumeric(kind: RecordField['kind'], value: string): boolean {
  return kind === 'number' || (kind === 'text' && /^[\p{Sc}\s]*\d[\d.,]*\P{L}{0,2}$/u.test(value));
}

const TIME = /^(\p{L}+ \d{1,2}, \d{4})(?: at (\d\d:\d\d)(?: UTC([+-]\d\d:?\d\d)?)?)?$/u;
const MINUTE = 6e4;
const DAY = 864e5;
const START = /\b(?:start|began|begin|from|open|depart|check ?in\b)/;
const END = /\b(?:end|ends|ended|until|to|finish\w*|clos\w*|arriv\w*|check ?out)\b/;

/** True if a span of time lies between the start and the end of an object. */
function isBetween({ kind, low, step }: Fact, objects: readonly RecordObject[]): boolean {
  if (kind !== 'duration') return false;
  return objects.some(({ fields }) => {
    const timesOf = (name: RegExp) => fields.flatMap((field) => (name.test(field.name) ? timeOf(field.value) : []));
    const [starts, ends] = [timesOf(START), timesOf(END)];
    const days = (ends[0]! - starts[0]!) / DAY;
    return starts.length === 1 && ends.length === 1 && Math.abs(days - low) < Math.max(step / 2, MINUTE / DAY);
  });
}

function timeOf(value: string): number[] {
  const [, date, clock = '00:00', zone = '+00:00'] = TIME.exec(value) ?? [];
  const time = date === undefined ? Number.NaN : Date.parse(`${date} ${clock} GMT${zone.replace(':', '')}`);
  return Number.isNaN(time) ? [] : [time];
}
