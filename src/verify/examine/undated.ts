import { hasFiniteVerb, isFunctionWord, sentenceWords, wordKey } from '../../text/index.ts';
import { type Premise, singleSentence } from '../read/premises.ts';
import type { SourceSet } from '../read/read-source.ts';
import type { SourceSentence } from '../read/source.ts';
import { type Fact, isDate, type SurfaceReading } from '../rules/index.ts';

const PERIODS =
  'night|week(?:end)?|month|quarter|year|decade|century|season|spring|summer|autumn|fall|winter|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november|december';
const COUNTS = '(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|\\d{1,3})';

/** A day or period that depends on when its text was written; "the last year of the war" does not. */
const RELATIVE = new RegExp(
  `\\b(?:yesterday|tomorrow|tonight|(?:last|this|(?<!\\bthe )next|coming) (?:${PERIODS})(?! of\\b)|${COUNTS} (?:day|week|month|year|decade)s? ago)\\b`,
  'giu',
);

/** Least share of the claim's words, those of its dates left out, in a place about the same event. */
const SAME_EVENT = 0.5;

/**
 * True if a claim and one of some premises of a document give the time of the same event, one of them only relative to when
 * its text was written ("last year"), and the document says nowhere when that was.
 */
export function isUndated(
  claim: SurfaceReading,
  { number, premises }: { readonly number: number; readonly premises: readonly Premise[] },
  sources: SourceSet,
): boolean {
  const own = timesOf(claim);
  if (own.dates.length === 0 && own.relative.length === 0) return false;
  return premises.some((premise) => {
    const source = sources.readings.premise(premise);
    const other = timesOf(source);
    return isUnrelated(own, other) && isSameEvent(claim, source) && !isDated(number, sources);
  });
}

interface Times {
  readonly dates: readonly Fact[];
  /** Phrases such as "last year", in lower case. */
  readonly relative: readonly string[];
}

function timesOf({ text, facts }: SurfaceReading): Times {
  const dates = facts.map(({ fact }) => fact).filter((fact) => isCalendarDate(fact));
  return { dates, relative: [...text.matchAll(RELATIVE)].map(([phrase]) => phrase.toLowerCase()) };
}

function isCalendarDate(fact: Fact): boolean {
  return (fact.kind === 'date' || fact.kind === 'year') && isDate(fact);
}

/** One side is relative alone, and the other has a date or another relative phrase. */
function isUnrelated(one: Times, other: Times): boolean {
  if (one.relative.some((phrase) => other.relative.includes(phrase))) return false;
  const isOnlyRelative = ({ dates, relative }: Times) => dates.length === 0 && relative.length > 0;
  const hasTime = ({ dates, relative }: Times) => dates.length + relative.length > 0;
  return (isOnlyRelative(one) && hasTime(other)) || (isOnlyRelative(other) && hasTime(one));
}

function isSameEvent({ text, tokens, facts }: SurfaceReading, source: SurfaceReading): boolean {
  const ofDates = facts.filter(({ fact }) => isCalendarDate(fact)).map(({ fact }) => tokens.slice(fact.from, fact.to));
  const left = new Set(ofDates.flat().map(({ lower }) => lower));
  const words = sentenceWords(text.replace(RELATIVE, ' ')).filter((word) => !isFunctionWord(word) && !left.has(word));
  const held = new Set(sentenceWords(source.text).map(wordKey));
  return words.filter((word) => held.has(wordKey(word))).length >= SAME_EVENT * words.length;
}

/** A document has a date where it names a day with its year, or has a year in a heading or its own line. */
function isDated(number: number, { sentences, readings }: SourceSet): boolean {
  return sentences.some((sentence, i) => {
    if (sentence.document.number !== number || !/\d/.test(sentence.text)) return false;
    const { facts } = readings.premise(singleSentence(i));
    const dates = facts.map(({ fact }) => fact).filter(({ unit }) => unit === 'date');
    return dates.some(({ low, high }) => high - low < 1) || (dates.length > 0 && isDateLine(sentence));
  });
}

function isDateLine({ kind, text }: SourceSentence): boolean {
  return kind === 'heading' || !hasFiniteVerb(text);
}
