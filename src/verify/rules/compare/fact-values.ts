import type { Fact, Finding } from '../findings.ts';
import { oncePer } from '../once-per.ts';
import type { SurfaceReading } from '../reading.ts';

/** Equal for two facts that state the same value. */
export function valueKey({ kind, unit, low, high, bound }: Fact): string {
  return kind === 'identifier' ? `${kind} ${unit}` : `${kind} ${unit} ${low} ${high} ${bound}`;
}

/** Where the first fact of each value stands among a text's facts. */
export const firstOfValue = oncePer(({ facts }: SurfaceReading) => {
  const first = new Map<string, number>();
  for (const [index, { fact }] of facts.entries()) {
    const value = valueKey(fact);
    if (!first.has(value)) first.set(value, index);
  }
  return first;
});

/** For each fact of a text a number for its value: facts of one number relate to any other fact alike. */
export const valueNumbers = oncePer(({ facts }: SurfaceReading) => {
  const numbers = new Map<string, number>();
  const ofFacts: number[] = [];
  for (const { fact } of facts) {
    const { statedUnit, lowOpen, highOpen, step, roundStep, outerLow, outerHigh, plural } = fact;
    const key = `${valueKey(fact)} ${statedUnit} ${lowOpen} ${highOpen} ${step} ${roundStep} ${outerLow} ${outerHigh} ${plural}`;
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    ofFacts.push(number);
  }
  return ofFacts;
});

export function isSameValue(claim: Fact, source: Fact): boolean {
  return (
    claim.unit === source.unit &&
    claim.bound === source.bound &&
    claim.low === source.low &&
    claim.high === source.high &&
    claim.lowOpen === source.lowOpen &&
    claim.highOpen === source.highOpen
  );
}

/** Whether a value of the source lies within a bound of the claim that the source does not state itself: 420 for "more than 400". */
export function isSatisfied({ claim, source, status }: Finding<Fact>): boolean {
  return (
    status === 'match' &&
    source !== undefined &&
    claim.bound !== 'exact' &&
    claim.bound !== 'about' &&
    !isSameValue(claim, source)
  );
}
