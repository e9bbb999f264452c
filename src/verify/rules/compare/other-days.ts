import type { Span } from '../../../text/index.ts';
import { placeOfSchedule, schedulesOf } from '../extract/schedules.ts';
import type { Both } from '../findings.ts';
import type { SurfaceReading } from '../reading.ts';

const CLOSED = /\b(?:clos(?:e[sd]?|ing)|shut|unavailable|off|rests?|free|charges?)\b/i;
/** Other days may be meant, or the day of a report. */
const OF_OTHER_DAYS =
  /\b(?:all week|24\/7|following|next|earlier|later|before|after|ago|except(?:ing)?|excluding|apart from|other than|other days?|otherwise|said|says|announced|reported)\b/i;

/** The days are not simply those on which something is so. */
function isOther({ negations, text }: SurfaceReading): boolean {
  return negations.length > 0 || CLOSED.test(text) || OF_OTHER_DAYS.test(text);
}

/**
 * The only days of the week of a claim and those of a sentence, where the sentence leaves out all of them: "open on Monday"
 * beside "open Tuesday to Sunday". Undefined where one of them denies ("closed on Monday") or names exceptions.
 */
export function otherDays(claim: SurfaceReading, sentence: SurfaceReading): Both<Span> | undefined {
  if (isOther(claim) || isOther(sentence)) return undefined;
  const [own, ...more] = schedulesOf(claim);
  if (own === undefined || more.length > 0) return undefined;
  const [other, ...others] = schedulesOf(sentence);
  if (other === undefined || others.length > 0 || [...own.days].some((day) => other.days.has(day))) return undefined;
  return { claim: placeOfSchedule(own, claim.tokens), source: placeOfSchedule(other, sentence.tokens) };
}

/** True if a sentence leaves out the days of a claim, and no other sentence about the same names one of them. */
export function leavesOutDays(claim: SurfaceReading, sentence: SurfaceReading, sources: SurfaceReading): boolean {
  if (otherDays(claim, sentence) === undefined) return false;
  const own = new Set(schedulesOf(claim).flatMap(({ days }) => [...days]));
  return !isNamedFor(claim, own, sources);
}

/** True if a sentence about what a claim is about, or without a subject of its own, names one of these days. */
export function isNamedFor(claim: SurfaceReading, days: ReadonlySet<number>, { tokens }: SurfaceReading): boolean {
  return schedulesOf({ tokens }).some((one) => {
    if (![...one.days, ...one.excepted].some((day) => days.has(day))) return false;
    const { sentence } = tokens[one.from]!;
    const others = tokens.filter((token, at) => token.sentence === sentence && (at < one.from || at >= one.to));
    const content = others.filter(({ lemma }) => lemma !== '');
    const isFirst = tokens[one.from - 1]?.sentence !== sentence;
    return (
      isFirst ||
      content.length < 2 ||
      others.some(({ lemma, lower }) => claim.positions.has(lemma) || PRONOUN.test(lower))
    );
  });
}

const PRONOUN = /^(?:it|they|we|he|she|you|i|then|there|this|these)$/;
