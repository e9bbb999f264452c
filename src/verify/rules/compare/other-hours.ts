import type { Token } from '../../../text/index.ts';
import { schedulesOf } from '../extract/schedules.ts';
import { hourRangesIn } from '../extract/time-edges.ts';
import type { Fact } from '../findings.ts';
import { words } from '../lexicon/phrases.ts';
import type { SurfaceReading } from '../reading.ts';
import { relationOf } from './relate.ts';

const AT_ALL_HOURS = words('open available staffed accessible reachable reached runs run operates served');

/** True if a claim says that something is so at a time outside the only hours of a sentence about it: "open at 3 a.m." of "18:00 to 02:00". */
export function isOutsideHours(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  const [time, more] = claim.facts.map(({ fact }) => fact);
  if (time?.kind !== 'time' || more !== undefined || time.edge !== undefined) return false;
  const times = sentence.facts.map(({ fact }) => fact).filter(({ kind }) => kind === 'time');
  const ranges = hourRangesIn(times);
  if (ranges.length === 0 || times.length !== 2 * ranges.length || claim.tokens[time.from - 1]?.lower !== 'at')
    return false;
  // Several hours may be those of several days.
  if (ranges.length > 1 && schedulesOf(sentence).length > 0) return false;
  if (claim.negations.length + sentence.negations.length > 0) return false;
  const state = claim.tokens.find(({ lower }) => AT_ALL_HOURS.has(lower));
  if (state === undefined || !sentence.positions.has(state.lemma)) return false;
  return (
    isAboutSame(claim, { time, state }, sentence) && ranges.every(({ start }) => relationOf(time, start) === 'excluded')
  );
}

/** The sentence has the other words of the claim, or begins with what is so: "Open daily from 18:00". */
function isAboutSame(
  claim: SurfaceReading,
  { time, state }: { readonly time: Fact; readonly state: Token },
  { tokens, positions }: SurfaceReading,
): boolean {
  const isFirst = tokens[0]?.lemma === state.lemma;
  const rest = claim.tokens.slice(isFirst ? claim.tokens.indexOf(state) : 0);
  return rest.every(
    ({ lemma, start }) => lemma === '' || positions.has(lemma) || (time.start <= start && start < time.end),
  );
}
