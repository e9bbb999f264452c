import type { MatchType, Verdict } from '../shared/contract.ts';
import type { Range } from './spans.ts';

/** The bodies of POST /v1/verify/answer as the page reads them. All offsets count UTF-16 code units. */
export interface AnswerSource {
  readonly id: string;
  readonly text: string;
  readonly title?: string;
}

export interface AnswerRequest {
  readonly answer: string;
  readonly sources: readonly AnswerSource[];
  readonly citations: 'none' | 'brackets';
  readonly uncertain: Outcome;
  /** From 0 to 1. */
  /** Left out: what the service is set to. */
  readonly min_confidence?: number;
  readonly offsets: 'utf16';
}

/** The slice at the offsets is the text. */
export interface Place extends Range {
  readonly text: string;
}

export interface SourcePlace extends Place {
  readonly source_id: string;
}

export interface Reason {
  readonly code: string;
  /** What the source says. */
  readonly expected: SourcePlace | null;
  /** What the answer says. */
  readonly found: Place | null;
}

export interface Evidence extends SourcePlace {
  readonly match_type: MatchType;
  readonly entailment: number;
  readonly contradiction: number;
}

export interface Citation {
  readonly status: string;
  readonly cited: readonly string[];
  readonly source_id: string | null;
}

export interface Quotation extends Place {
  readonly status: string;
  readonly places: readonly SourcePlace[];
  readonly differences: readonly { readonly expected: string; readonly found: string }[];
}

export interface Sentence extends Place {
  readonly check_required: boolean;
  /** Null when nothing is to be checked. */
  readonly verdict: Verdict | null;
  readonly confidence: number | null;
  readonly outcome: Outcome | null;
  readonly reasons: readonly Reason[];
  readonly evidence: readonly Evidence[];
  readonly citation: Citation | null;
  readonly quotations: readonly Quotation[];
}

export type Outcome = 'pass' | 'review' | 'fail';

export interface AnswerResponse {
  readonly outcome: Outcome;
  readonly verdict: Verdict;
  readonly counts: {
    readonly sentences: number;
    readonly checked: number;
    readonly supported: number;
    readonly unsupported: number;
    readonly uncertain: number;
    readonly passed: number;
  };
  readonly sentences: readonly Sentence[];
  readonly receipt: Receipt;
}

/** Hashes are sha256 in hexadecimal. */
export interface Receipt {
  readonly report_sha256: string;
  readonly request_sha256: string;
  readonly models: { readonly verdict: string; readonly evidence: string | null };
  readonly calibration_sha256: string;
  readonly version: string;
}
