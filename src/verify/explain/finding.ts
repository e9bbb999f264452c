import { REASONS, type ReasonCode, reasonOf } from '../../contract/words.ts';
import type { Span } from '../../text/index.ts';
import type { ExaminedSpan } from '../examine/features.ts';
import type { WordsAndKeys, WrittenText } from '../read/written-text.ts';
import type { Both, SurfaceFindings } from '../rules/findings.ts';
import type { SurfaceReading } from '../rules/index.ts';

/** Clauses of findings that are no reason; those of reasons are in the contract's table. */
const REMARKS = {
  agrees: 'both say {found}',
  agrees_otherwise: '{found} agrees with {expected}',
  satisfied: '{expected} is {found}',
  unequal: REASONS.number_differs.reasoning,
  replaced: REASONS.antonym.reasoning,
} as const;

/** A difference or agreement between a claim span and a premise. */
export interface EvidenceFinding {
  readonly code: ReasonCode | keyof typeof REMARKS;
  /** Its clause in the reasoning; the words themselves where one text lacks them; '' where other findings say it. */
  readonly text: string;
  /** Offsets into the claim span. */
  readonly found?: Span;
  /** The places of the premise that contradict it, the expected one last; offsets into the premise. */
  readonly places: readonly Span[];
  /** The words that are lacking are a number, a date or a name. */
  readonly isValue?: true;
}

/** The clause of a code, with what its braces stand for. */
export function clauseOf(code: EvidenceFinding['code'], values: Readonly<Record<string, string>> = {}): string {
  const clause = code in REMARKS ? REMARKS[code as keyof typeof REMARKS] : reasonOf(code as ReasonCode).reasoning;
  return (clause ?? '').replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

/** The codes of a value of which the source has another. */
export const EXCHANGED: ReadonlySet<string> = new Set([
  'number_differs',
  'date_differs',
  'name_differs',
  'wrong_owner',
]);

/** The codes of a value that both have, in one form or another. */
export const AGREEING: ReadonlySet<string> = new Set(['agrees', 'agrees_otherwise', 'satisfied']);

/** A claim span and a premise, read in every way. */
export interface ComparedTexts {
  readonly examined: ExaminedSpan;
  readonly texts: Both<string>;
  readonly words: Both<WrittenText>;
  readonly readings: Both<SurfaceReading>;
  /** The findings of the rules in the two texts; of a sentence that the span copies, the differences. */
  readonly found: SurfaceFindings & { readonly exception?: boolean };
  /** The side that the premise decides: it is known to be about the same. */
  readonly decides: 'for' | 'against' | undefined;
  /** The span is not settled. */
  readonly isOpen: boolean;
  /** The words of the whole source; those of the premise where the claim has no others. */
  readonly everywhere: WordsAndKeys;
}
