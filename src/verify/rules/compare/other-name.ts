import { lettersApart } from '../../../nearest-name.ts';
import { partOfSpeech } from '../../../text/index.ts';
import type { Name } from '../findings.ts';
import type { SurfaceReading } from '../reading.ts';

/** A claim and a sentence with more names are no plain statements; the bound keeps the work small on any input. */
const MAX_NAMES = 16;
/** Letters in which two names may differ that a reader takes for one, and letters that each has at least. */
const MOST_APART = 2;
const LEAST_LETTERS = 4;
const GENERATION = /^(?:jr|sr|junior|senior)$/;

/** True if a sentence has another person whose name looks like one of the claim: "Marie Hall" for "Maria Hall", "Hall Sr." for "Hall Jr.". */
export function hasOtherName(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  const there = sentence.names.slice(0, MAX_NAMES);
  return claim.names.slice(0, MAX_NAMES).some((name) => {
    const isMentioned = name.parts.every((part) => sentence.words.has(part));
    return !isMentioned && there.some((other) => looksAlike(name, other));
  });
}

function looksAlike(one: Name, other: Name): boolean {
  if (one.parts.length < 2 || one.parts.length !== other.parts.length) return false;
  const [apart, another] = one.parts.map((part, i) => [part, other.parts[i]!] as const).filter(([a, b]) => a !== b);
  return apart !== undefined && another === undefined && areNamesApart(apart[0], apart[1]);
}

/** Two names, not two forms of a word or of one name: "Labour" and "Labor", "Mueller" and "Müller", "Dan" and "Daniel". */
function areNamesApart(one: string, other: string): boolean {
  if (GENERATION.test(one) && GENERATION.test(other)) return one.charAt(0) !== other.charAt(0);
  if (plain(one) === plain(other) || one.startsWith(other) || other.startsWith(one)) return false;
  if (Math.min(one.length, other.length) < LEAST_LETTERS || ![one, other].every(isNoWord)) return false;
  return lettersApart(one, other, MOST_APART) !== undefined;
}

/** Umlauts without their second letter. */
function plain(part: string): string {
  return part.replaceAll('ß', 'ss').replace(/(?<=[aou])e/g, '');
}

function isNoWord(part: string): boolean {
  return /^\p{L}+$/u.test(part) && ['PROPN', undefined].includes(partOfSpeech(part));
}
