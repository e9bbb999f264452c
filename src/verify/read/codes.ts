import type { SurfaceReading } from '../rules/index.ts';
import type { Placed } from './limits.ts';

/** "X200", "X-200", "A 4": letters and a number that name a model, a room or a part. */
const CODE = /\b(?<letters>\p{Lu}{1,4})[- ]?(?<digits>\d{1,5})\b(?![.,:]?\d|[-–]\d| ?%)/gu;
const NUMBERED = 'chapter|part|section|article|act|book|volume|phase|stage|type|class|annex|appendix|war|title|level';
/** "Chapter 4", "Chapter IV". */
const PART = new RegExp(`\\b(?<word>${NUMBERED}) (?<number>\\d{1,2}|[IVX]{1,5})\\b(?![.,:]?\\d|[-–'])`, 'giu');

/** Codes and numbered parts of a claim as a source writes them: the models take "X-200" for another model than "X200", and "Chapter 4" than "Chapter IV". */
export function codesIn({ text }: SurfaceReading, source: SurfaceReading): readonly Placed[] {
  return [
    ...writtenAsIn([...text.matchAll(CODE)], [...source.text.matchAll(CODE)], codeKey),
    ...writtenAsIn([...text.matchAll(PART)], [...source.text.matchAll(PART)], partKey),
  ];
}

/** True if a claim has a code or a numbered part. */
export function hasCode({ text }: SurfaceReading): boolean {
  return text.search(CODE) >= 0 || text.search(PART) >= 0;
}

function writtenAsIn(
  own: readonly RegExpExecArray[],
  there: readonly RegExpExecArray[],
  keyOf: (found: RegExpExecArray) => string,
): Placed[] {
  return own.flatMap((found) => {
    const same = there.filter((other) => keyOf(other) === keyOf(found));
    const [first] = same;
    if (first === undefined || same.some(([words]) => words === found[0])) return [];
    return [{ at: found.index, own: found[0], written: first[0] }];
  });
}

function codeKey({ groups }: RegExpExecArray): string {
  return `${groups!.letters}${groups!.digits}`;
}

function partKey({ groups }: RegExpExecArray): string {
  const { word = '', number = '' } = groups!;
  return `${word.toLowerCase()} ${/^\d/.test(number) ? Number(number) : romanNumber(number.toUpperCase())}`;
}

const ROMAN: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10 };

/** A letter before a greater one is subtracted. */
function romanNumber(letters: string): number {
  const values = Array.from(letters, (letter) => ROMAN[letter]!);
  return values.reduce((sum, value, i) => sum + (value < (values[i + 1] ?? 0) ? -value : value), 0);
}
