import type { Span } from '../../text/index.ts';

export const REASON_CODES = [
  'number_differs',
  'date_differs',
  'name_differs',
  'negated',
  'antonym',
  'quantifier_differs',
  'argument_swap',
  'wrong_owner',
  'not_asserted',
  'contradicted',
  'sources_disagree',
  'not_stated',
  'language',
  'unreadable',
] as const;
export type ReasonCode = (typeof REASON_CODES)[number];

/** Why a claim span is not supported, as far as a rule knows: what the source says in place of what the claim says. */
export interface Reason {
  readonly code: ReasonCode;
  /** Offsets into the source. */
  readonly expected: Span | undefined;
  /** Offsets into the claim's text. */
  readonly found: Span | undefined;
}
