import { type Fact, HALF_DAY, isSameAmount, type SurfaceReading } from '../rules/index.ts';
import type { Placed } from './limits.ts';

/** The words before a time at which something opens or closes. */
const BEFORE_TIME =
  /\b(?:(?<verb>close|closes|shut|shuts|opens) at|(?<be>is|are) (?<state>open|staffed|available) (?:from|until|till))\s*$/iu;

/** A source with one of these says itself when something closes. */
const CLOSING = /\b(?:close|closes|shuts?|closing)\b/i;

/**
 * "is open from 9 to 5" for "closes at 5" and "is open until 5" where a source has these hours, and "closes at 5" for "is open until 5"
 * where it says so: the models take a time at which something closes for the opposite of one until which it is open.
 */
export function openingIn(claim: SurfaceReading, source: SurfaceReading, time: Fact): Placed | undefined {
  if (time.edge === undefined || claim.negations.length > 0) return undefined;
  const found = BEFORE_TIME.exec(claim.text.slice(0, time.start));
  if (found === null) return undefined;
  const { verb = '', be = verb.endsWith('s') ? 'is' : 'are', state = 'open' } = found.groups!;
  // "At 5" may be in either half of the day.
  const isHour = (fact: Fact) => fact.unit !== time.unit && fact.low % HALF_DAY === time.low % HALF_DAY;
  const isSame = (fact: Fact) => fact.edge === time.edge && (isSameAmount(time, fact) || isHour(fact));
  const at = source.facts.findIndex(({ fact }) => isSame(fact));
  if (at < 0) return undefined;
  const first = time.edge === 'start' ? at : at - 1;
  const [start, end] = [source.facts[first]?.fact, source.facts[first + 1]?.fact];
  const written = ({ start: from, end: to }: Fact) => source.text.slice(from, to);
  const own = claim.text.slice(found.index, time.end);
  const isSaid = verb === '' ? source.text.includes(own) : CLOSING.test(source.text);
  const isRange = !isSaid && start?.edge === 'start' && end?.edge === 'end' && start.outerHigh === end.outerHigh;
  if (isRange) {
    const isOnly = source.facts.filter(({ fact }) => fact.edge !== undefined).length === 2;
    const joint = time.edge === 'start' ? 'from' : 'until';
    const hours = isOnly ? `from ${written(start)} to ${written(end)}` : `${joint} ${written(source.facts[at]!.fact)}`;
    return { at: found.index, own, written: `${be} ${state} ${hours}` };
  }
  const closes = verb === '' && time.edge === 'end' && source.words.has('closes');
  return closes ? { at: found.index, own, written: `closes at ${written(source.facts[at]!.fact)}` } : undefined;
}
