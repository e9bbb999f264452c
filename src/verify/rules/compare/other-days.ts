import type { Span } from '../../../text/index.ts';
import { placeOfSchedule, schedulesIn } from '../extract/schedules.ts';
import type { Both } from '../findings.ts';
import type { SurfaceReading } from '../reading.ts';

const CLOSED = /\b(?:closed|shut|unavailable)\b/i;

function denies({ negations, text }: SurfaceReading): boolean {
  return negations.length > 0 || CLOSED.test(text);
}

/**
 * The only days of the week of a claim and those of a sentence, where the sentence leaves out all of them: "open on Monday"
 * beside "open Tuesday to Sunday". Undefined where one of them denies: "closed on Monday" may
 * follow.
 */
export function otherDays(claim: SurfaceReading, sentence: SurfaceReading): Both<Span> | undefined {
  if (denies(claim) || denies(sentence)) return undefined;
  const [own, ...more] = schedulesIn(claim.tokens);
  if (own === undefined || more.length > 0) return undefined;
  const [other, ...others] = schedulesIn(sentence.tokens);
  if (other === undefined || others.length > 0 || [...own.days].some((day) => other.days.has(day))) return undefined;
  return { claim: placeOfSchedule(own, claim.tokens), source: placeOfSchedule(other, sentence.tokens) };
}

/** True if a sentence leaves out the days of a claim, and no other part of the sources names one of them. */
export function leavesOutDays(claim: SurfaceReading, sentence: SurfaceReading, sources: SurfaceReading): boolean {
  if (otherDays(claim, sentence) === undefined) return false;
  const own = schedulesIn(claim.tokens).flatMap(({ days }) => [...days]);
  return schedulesIn(sources.tokens).every(({ days }) => !own.some((day) => days.has(day)));
}
