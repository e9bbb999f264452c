import { CALCULATIONS } from '../../contract/verify.ts';
import type { DecidedSpan } from '../decide/policy.ts';
import type { Derivation } from '../verification.ts';

/** The calculation that decided a span; undefined where none did. */
export function derivationOf({ computed, document }: DecidedSpan): Derivation | undefined {
  if (computed === undefined || computed.stance === 'open') return undefined;
  const operation = CALCULATIONS.find((one) => one === computed.operation);
  if (operation === undefined) return undefined;
  const { operands, result } = computed;
  return {
    operation,
    operands: operands.map(({ value, start, end }) => ({ value, place: { source: document.number, start, end } })),
    result,
  };
}
