import type { MatchType, ReasonCode, Verdict } from '../contract/verify.ts';
import type { Caller } from '../nli/types.ts';

export const OUTCOMES = ['pass', 'review', 'fail'] as const;
/** What a caller shall do with an answer. */
export type Outcome = (typeof OUTCOMES)[number];

export const OFFSET_UNITS = ['utf16', 'code_point', 'utf8'] as const;
/** What offsets count: UTF-16 code units (JavaScript), code points (Python) or bytes of UTF-8 (Go, Rust). */
export type OffsetUnit = (typeof OFFSET_UNITS)[number];

/** A retrieved passage. */
export interface AnswerSource {
  readonly id: string;
  readonly text: string;
  /** Read before the text as its heading: it decides nothing alone. */
  readonly title?: string | undefined;
}

/** Explicit citation: this stretch of the answer says that it rests on these sources. Offsets in the units of the request. */
export interface CitedSpan {
  readonly start: number;
  readonly end: number;
  readonly source_ids: readonly string[];
}

/** `brackets`: a mark is text between square brackets that equals a source id exactly. */
export type Citations = 'none' | 'brackets' | readonly CitedSpan[];

/** A checked request of `POST /v1/verify/answer`. */
export interface AnswerInput {
  readonly answer: string;
  readonly sources: readonly AnswerSource[];
  readonly citations: Citations;
  /** The outcome of an UNCERTAIN sentence, and of an answer without any checked sentence. */
  readonly uncertain: Outcome;
  /** A SUPPORTED sentence with a lower confidence is `review`. 0 to 1; undefined: the verifier's own. */
  readonly minConfidence: number | undefined;
  readonly offsets: OffsetUnit;
}

/** Several answers to the same sources, all else alike too. */
export interface ManyAnswersInput extends Omit<AnswerInput, 'answer'> {
  readonly answers: readonly string[];
}

export const CITATION_STATUSES = [
  'supported_by_cited',
  'supported_elsewhere',
  'contradicted_by_cited',
  'not_supported',
  'unknown_id',
  'missing',
] as const;
export type CitationStatus = (typeof CITATION_STATUSES)[number];

export const QUOTATION_STATUSES = ['verbatim', 'altered', 'stitched', 'misattributed', 'not_found'] as const;
export type QuotationStatus = (typeof QUOTATION_STATUSES)[number];

/** A place in the answer. The slice at the offsets is the text. */
export interface PlaceBody {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A place in one of the sources. */
export interface SourcePlaceBody extends PlaceBody {
  readonly source_id: string;
}

/** Why a sentence is not SUPPORTED. `expected` is what the source says, `found` what the answer says; null where no rule knows. */
export interface ReasonBody {
  readonly code: ReasonCode;
  readonly expected: SourcePlaceBody | null;
  readonly found: PlaceBody | null;
}

/** A place of a source that decided a sentence, and the verdict model's probabilities for the premise that it is part of. */
export interface EvidenceBody extends SourcePlaceBody {
  readonly match_type: MatchType;
  readonly entailment: number;
  readonly contradiction: number;
}

export interface CitationBody {
  readonly status: CitationStatus;
  /** Ids as the answer cites them, in order. */
  readonly cited: readonly string[];
  /** The source that supports the sentence when it is not among the cited ones. */
  readonly source_id: string | null;
}

/** Text of a sentence in quotation marks, looked up in the sources word for word. */
export interface QuotationBody extends PlaceBody {
  readonly status: QuotationStatus;
  /** Where the words are: one place, several when stitched, none when not found. */
  readonly places: readonly SourcePlaceBody[];
  /** Words that differ, for an altered quotation. */
  readonly differences: readonly { readonly expected: string; readonly found: string }[];
}

/** One sentence of an answer. Verdict, confidence and outcome are null where nothing is to be checked. */
export interface SentenceBody extends PlaceBody {
  readonly check_required: boolean;
  readonly verdict: Verdict | null;
  readonly confidence: number | null;
  readonly outcome: Outcome | null;
  readonly reasons: readonly ReasonBody[];
  readonly evidence: readonly EvidenceBody[];
  /** Null when the request says `citations: none`, or nothing is to be checked and no unknown id is cited. */
  readonly citation: CitationBody | null;
  readonly quotations: readonly QuotationBody[];
}

export interface CountsBody {
  readonly sentences: number;
  readonly checked: number;
  readonly supported: number;
  readonly unsupported: number;
  readonly uncertain: number;
  /** Those whose outcome is `pass`. */
  readonly passed: number;
}

/** Hashes by which an answer can be compared later. It is no signature. */
export interface ReceiptBody {
  /** sha256 of the RFC 8785 form of the whole body without this member, hex. */
  readonly report_sha256: string;
  /** sha256 of the RFC 8785 form of the request with its defaults written out, hex. */
  readonly request_sha256: string;
  readonly models: { readonly verdict: string; readonly evidence: string | null };
  readonly calibration_sha256: string;
  readonly version: string;
}

/** The 200 body of `POST /v1/verify/answer`, its keys in this order. */
export interface AnswerBody {
  readonly outcome: Outcome;
  readonly verdict: Verdict;
  readonly offsets: OffsetUnit;
  /** The least confidence with which a SUPPORTED sentence passed: the request's, else the verifier's. */
  readonly min_confidence: number;
  readonly counts: CountsBody;
  readonly sentences: readonly SentenceBody[];
  readonly receipt: ReceiptBody;
}

export interface AnswerOptions extends Caller {
  /** Called with each sentence in order as soon as it is decided. */
  readonly onSentence?: ((sentence: SentenceBody) => void) | undefined;
}
