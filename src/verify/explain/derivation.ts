import type { DecidedSpan } from '../decide/policy.ts';
import type { Operation } from '../rules/index.ts';
import type { Derivation } from '../verification.ts';

/** What is worked out from numbers, and is more than a value looked up or compared. */
const CALCULATED: ReadonlySet<Operation> = new Set([
  'sum',
  'average',
  'difference',
  'percentage_change',
  'percentage_points',
  'share',
  'ratio',
]);

/** The calculation that decided a span; undefined where none did. */
export function derivationOf({ computed, document }: DecidedSpan): Derivation | undefined {
  if (computed === undefined || computed.stance === 'open' || !CALCULATED.has(computed.operation)) return undefined;
  const { operation, operands, result } = computed;
  return {
    operation: operation as Derivation['operation'],
    operands: operands.map(({ value, start, end }) => ({ value, place: { source: document.document, start, end } })),
    result,
  };
}
