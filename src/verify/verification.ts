import type { RiskBody } from '../contract/answer.ts';
import type { AuditTrailEntry, DerivationBody, DetailBody, Verdict } from '../contract/verify.ts';
import type { ReasonCode } from '../contract/words.ts';
import type { ModelInfo } from '../nli/types.ts';
import type { Span } from '../text/index.ts';
import type { Place } from './read/source.ts';

/** Why a claim span is not supported, as far as a rule knows: what the source says in place of what the claim says. */
export interface Reason {
  readonly code: ReasonCode;
  readonly expected: Place | undefined;
  /** In the claim's text. */
  readonly found: Span | undefined;
}

/** A calculation with numbers of the source that decided a claim span. */
export interface Derivation {
  readonly operation: DerivationBody['operation'];
  readonly operands: readonly { readonly value: string; readonly place: Place }[];
  /** Result of the calculation, as shown to a reader. */
  readonly result: string;
}

export interface Verification {
  readonly verdict: Verdict;
  /** Calibrated probability that the verdict is correct, 0 to 1. */
  readonly confidence: number;
  readonly reasoning: string;
  /** Parts of the claim in their order, each with the words of the source that decided it. */
  readonly auditTrail: readonly AuditTrailEntry[];
  /** The places of the entries of the audit trail, and why each is not supported. */
  readonly spans: DetailBody['spans'];
  /** Calibrated probability of each verdict; sums to 1. */
  readonly probabilities: Readonly<Record<Verdict, number>>;
  /** Milliseconds per stage; they go to Server-Timing and the metrics, never into the body. */
  readonly timings: {
    readonly textMs: number;
    readonly tokenizeMs: number;
    readonly queueMs: number;
    readonly inferenceMs: number;
    readonly policyMs: number;
  };
  /** Pairs of the request, by the model that read them. */
  readonly pairs: {
    /** Read by the evidence model; 0 when the first phase was skipped. */
    readonly evidence: number;
    /** Read by the verdict model. */
    readonly verdict: number;
  };
}

export interface VerifyInput {
  readonly claim: string;
  readonly source: string;
}

/** Claims that are checked against one source. */
export interface ManyInput {
  readonly claims: readonly string[];
  readonly source: string;
}

export interface VerifierInfo {
  /** The model whose reading decides. */
  readonly model: ModelInfo;
  /** The model that ranks sentences; undefined when the verdict model does. */
  readonly evidenceModel: ModelInfo | undefined;
  readonly policyVersion: string;
  /** Where the thresholds came from: a file's name, or "default" when the model has none of its own. */
  readonly calibration: string;
  /** Lowest confidence with which a SUPPORTED claim passes, and a sentence of an answer; 0 where they were set nowhere. */
  readonly minConfidence: {
    readonly value: number;
    readonly answers: number;
    readonly from: 'MIN_CONFIDENCE' | 'calibration' | 'not measured';
  };
  /** Measured risk of answers that pass at this confidence; undefined where nothing was measured with exactly these parts. */
  readonly risk?: RiskBody | undefined;
  /** Sentences for the log of the start. */
  readonly notices: readonly string[];
}
