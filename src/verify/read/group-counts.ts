import { countedGroup, partsOf, type SurfaceReading } from '../rules/index.ts';
import type { Placed } from './limits.ts';

/** True if a claim counts things that a source may count by their kinds. */
export function hasGroup(claim: SurfaceReading): boolean {
  return countedGroup(claim) !== undefined;
}

/** "two sons and a daughter" for "three children": the models take a sum for another number. */
export function partsOfGroup(claim: SurfaceReading, source: SurfaceReading): Placed | undefined {
  const count = partsOf(claim, source);
  if (count === undefined) return undefined;
  const { fact, parts } = count;
  const [own, written] = [
    claim.text.slice(fact.start, claim.tokens[fact.to]!.end),
    source.text.slice(parts.start, parts.end),
  ];
  const isFirst = /^\p{Lu}/u.test(own);
  return { at: fact.start, own, written: isFirst ? `${written.charAt(0).toUpperCase()}${written.slice(1)}` : written };
}
