import type { Fact } from '../findings.ts';

/** Doubles that are equal but for how they were worked out. */
const SAME = 1e-9;

/**
 * True if a computed value equals the claim's at the claim's own precision: 13.33 is "13 %", and not "13.0 %"; a bound holds
 * for values within it. `undefined` where rounding cannot be distinguished from another value.
 */
export function equalAt({ low, high, bound, step }: Fact, result: number): boolean {
  const slack = Math.abs(result) * SAME;
  if ((bound === 'more_than' && result <= low + slack) || (bound === 'less_than' && result >= high - slack))
    return false;
  if (bound !== 'exact' && bound !== 'about') return result >= low - slack && result <= high + slack;
  const room = bound === 'exact' ? step / 2 : 0;
  return result >= low - room - slack && result <= high + room + slack;
}

/** True if a value is only said to be more or less than another one. */
export function isOneSided({ low, high }: Pick<Fact, 'low' | 'high'>): boolean {
  return !Number.isFinite(low) || !Number.isFinite(high);
}
