import type { Fact, FactKind } from '../findings.ts';
import { words } from '../lexicon/phrases.ts';
import type { SurfaceReading } from '../reading.ts';
import { relationOf } from './relate.ts';

/** Words with which two values may both hold: of two cases, two times, one and all, a part and the whole. */
const OF_TWO = words(
  'if unless when once after before until by than per each every other another together both all total altogether again only first last from',
);
const COMPARED: ReadonlySet<FactKind> = new Set(['money', 'measure', 'duration', 'percent', 'number']);

/**
 * True if a claim and a sentence have one number each, of one kind and apart: "It took close to five years." and "It took them
 * nine years and eight months." Whatever supports the claim, this sentence does not.
 */
export function hasOtherLoneValue(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  const [mine, ...more] = claim.facts;
  const [given, ...others] = sentence.facts;
  if (mine === undefined || given === undefined || more.length > 0 || others.length > 0) return false;
  if (mine.change !== undefined || given.change !== undefined) return false;
  if (
    [claim, sentence].some(
      ({ negations, tokens }) => negations.length > 0 || tokens.some(({ lower }) => OF_TWO.has(lower)),
    )
  )
    return false;
  const [one, other] = [mine.fact, given.fact];
  if (!isPlain(one) || !isPlain(other) || !COMPARED.has(one.kind) || one.unit !== other.unit) return false;
  if (one.kind === 'number' && !one.nouns.some((noun) => other.nouns.includes(noun))) return false;
  return relationOf(one, other) === 'excluded';
}

function isPlain({ bound }: Fact): boolean {
  return bound === 'exact' || bound === 'about';
}
