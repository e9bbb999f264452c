import type { Token } from '../../../text/index.ts';
import type { Fact } from '../findings.ts';
import { oncePer } from '../keyed.ts';
import { words } from '../lexicon/phrases.ts';
import type { SurfaceReading } from '../reading.ts';

/** Ends before a value that held before another one, or that does not hold. */
const BEFORE_FORMER =
  /(?:\b(?:instead of|rather than)(?: (?:the|its|their|a))?(?: (?:usual|expected|planned|previous|former|original|old))?|\b(?:up|down) from|\( ?(?:was|were|before|until now)(?: :| at)?|\b(?:previously|formerly)(?: :| at)?)$/;
const REACH = 5;
/** "If you have a fan oven, use 160 degrees instead of 180": both values hold, of two cases. */
const OF_CASES = words('if when whenever unless who');

/** The values of a text that the text itself replaces: "three instead of two", "10 (was 8)", "18 beds, up from 14". */
const formerIn = oncePer(({ tokens, facts }: SurfaceReading): ReadonlySet<Fact> => {
  const ofCases = new Set(tokens.flatMap(({ lower, sentence }) => (OF_CASES.has(lower) ? [sentence] : [])));
  const isFormer = ({ boundFrom, from }: Fact) => {
    if (ofCases.has(tokens[from]!.sentence)) return false;
    const before = tokens.slice(Math.max(0, boundFrom - REACH), boundFrom);
    return BEFORE_FORMER.test(before.map(({ lower }) => lower).join(' '));
  };
  return new Set(facts.map(({ fact }) => fact).filter(isFormer));
});

const FORMER =
  /\b(?:used to|previous(?:ly)?|former(?:ly)?|original(?:ly)?|until (?:now|then|recently)|so far|in the past|once)\b|\b(?:before|earlier)[.!]?$/i;
const PAST = /\b(?:was|were|had|did|has|have|\p{L}+ed)\b/iu;

type When = 'former' | 'now';

/** If a value of a text holds of before or of now, where the text tells the two apart. */
function toldApart(fact: Fact, reading: SurfaceReading): When | undefined {
  const former = formerIn(reading);
  if (former.has(fact)) return 'former';
  const sentenceOf = ({ from }: Fact): Token['sentence'] => reading.tokens[from]!.sentence;
  const isBeside = (one: Fact) => one.unit === fact.unit && sentenceOf(one) === sentenceOf(fact);
  return [...former].some(isBeside) ? 'now' : undefined;
}

function saidOf(fact: Fact, claim: SurfaceReading): When | undefined {
  const told = toldApart(fact, claim);
  if (told !== undefined) return told;
  if (FORMER.test(claim.text)) return 'former';
  return PAST.test(claim.text) ? undefined : 'now';
}

/** How a claim's value and one of a source are related in time, where the source replaces one by another. */
export function timesOf(
  claim: SurfaceReading,
  wanted: Fact,
  source: SurfaceReading,
  found: Fact,
): 'same' | 'different' | 'unknown' {
  if (formerIn(source).size === 0) return 'unknown';
  const [said, told] = [saidOf(wanted, claim), toldApart(found, source)];
  if (said === undefined || told === undefined) return 'unknown';
  return said === told ? 'same' : 'different';
}
