import type { Fact, FactKind } from '../findings.ts';
import { words } from '../lexicon/phrases.ts';
import type { SurfaceReading } from '../reading.ts';
import { relationOf } from './relate.ts';

/** Words with which two values may both hold: of two cases, two times, one and all, a part and the whole. */
const OF_TWO = words(
  'if unless when once after before until by than per each every other another together both all total altogether again only first last from',
);
const COMPARED: ReadonlySet<FactKind> = new Set(['money', 'measure', 'duration', 'percent', 'number', 'frequency']);

/**
 * True if a claim and a sentence have one number each, of one kind and apart: "It took close to five years." and "It took them
 * nine years and eight months." Whatever supports the claim, this sentence does not.
 */
export function hasOtherLoneValue(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  const [mine, ...more] = claim.facts;
  const [given, ...others] = sentence.facts;
  if (mine === undefined || given === undefined || more.length > 0 || others.length > 0) return false;
  if (mine.change !== undefined || given.change !== undefined) return false;
  const [one, other] = [mine.fact, given.fact];
  if (isOfTwo(claim, one) || isOfTwo(sentence, other)) return false;
  if (!isPlain(one) || !isPlain(other) || !COMPARED.has(one.kind) || one.unit !== other.unit) return false;
  if (one.kind === 'number' && !one.nouns.some((noun) => other.nouns.includes(noun))) return false;
  return relationOf(one, other) === 'excluded';
}

/** "Every 20 minutes" is how often, and no word of another value. */
function isOfTwo({ negations, tokens }: SurfaceReading, { kind, from, to }: Fact): boolean {
  const isOwn = (at: number) => kind === 'frequency' && from <= at && at < to;
  return negations.length > 0 || tokens.some(({ lower }, at) => OF_TWO.has(lower) && !isOwn(at));
}

/** Words of a rule, whose limit is no other one: "at least two weeks" follows from three of a report, and not from those of a rule. */
const RULES = /\b(?:must|needs?|ha(?:s|ve) to|require[sd]?|allowed|limit)\b/;
const EARLIEST = /\b(?:at the earliest|(?:no|not) (?:earlier|sooner) than)\b/i;
/** Words of another case. */
const OF_CASES = words('if unless when per each every other another otherwise');

/** True if a rule has another limit than the only one of its kind in a sentence: "at least two weeks" and "at least three weeks". */
export function hasOtherLimit(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  const [mine, more] = claim.facts.map(({ fact }) => fact);
  if (mine === undefined || more !== undefined || isPlain(mine) || claim.negations.length > 0) return false;
  const isEarliest = EARLIEST.test(sentence.text);
  if (!isEarliest && (sentence.negations.length > 0 || !RULES.test(claim.text))) return false;
  if ([claim, sentence].some(({ tokens }) => tokens.some(({ lower }) => OF_CASES.has(lower)))) return false;
  const isOfKind = ({ unit, bound }: Fact) => unit === mine.unit && (!isEarliest || bound === mine.bound);
  const [other, another] = sentence.facts.map(({ fact }) => fact).filter(isOfKind);
  if (mine.unit === '' || other === undefined || another !== undefined) return false;
  const isOther = mine.bound === other.bound && relationOf(mine, other) === 'excluded';
  // "After two years" is not before "after 15 months at the earliest".
  return isOther && (!isEarliest || mine.low < other.low);
}

function isPlain({ bound }: Fact): boolean {
  return bound === 'exact' || bound === 'about';
}
