import type {
  CitationBody,
  CitationStatus,
  QuotationBody,
  QuotationStatus,
  SentenceBody,
} from '../../contract/answer.ts';
import type { Outcome } from '../../contract/answer-request.ts';
import type { MatchType, ReasonCode, Verdict } from '../../contract/verify.ts';

type Tone = 'for' | 'against' | 'open';

/** Sign and label of a match beside its colour, so that no meaning depends on the colour alone. */
export const MATCHES: Readonly<Record<MatchType, { sign: string; label: string; tone: Tone }>> = {
  exact_match: { sign: '=', label: 'exact match', tone: 'for' },
  paraphrase_match: { sign: '≈', label: 'paraphrase', tone: 'for' },
  contradiction: { sign: '≠', label: 'contradiction', tone: 'against' },
  insufficient_evidence: { sign: '?', label: 'insufficient evidence', tone: 'open' },
};

export const VERDICTS: Readonly<Record<Verdict, { sign: string; meaning: string; tone: Tone }>> = {
  SUPPORTED: { sign: '✓', meaning: 'The source supports the claim.', tone: 'for' },
  UNSUPPORTED: { sign: '✗', meaning: 'The source contradicts the claim.', tone: 'against' },
  UNCERTAIN: {
    sign: '?',
    meaning: 'The source does not settle the claim.',
    tone: 'open',
  },
};

/** Sign, label and tone, so that no meaning depends on the colour alone. */
export const OUTCOMES: Readonly<Record<Outcome, { sign: string; meaning: string; tone: Tone }>> = {
  pass: { sign: '✓', tone: 'for', meaning: 'The sources surely support every sentence that asserts something.' },
  review: {
    sign: '?',
    tone: 'open',
    meaning: 'The sources do not surely support all of it: somebody should look at this answer.',
  },
  fail: { sign: '✗', tone: 'against', meaning: 'The sources contradict the answer.' },
};

interface SentenceWords {
  /** Names its colour and kind of line. */
  readonly kind: string;
  readonly sign: string;
  readonly label: string;
  readonly meaning: string;
}

const SENTENCE_VERDICTS: Readonly<Record<Verdict, SentenceWords>> = {
  SUPPORTED: {
    kind: 'supported',
    sign: '✓',
    label: 'supported',
    meaning: 'The sources support this sentence.',
  },
  UNSUPPORTED: {
    kind: 'unsupported',
    sign: '✗',
    label: 'unsupported',
    meaning: 'The sources contradict this sentence.',
  },
  UNCERTAIN: {
    kind: 'uncertain',
    sign: '?',
    label: 'uncertain',
    meaning: 'The sources do not settle this sentence.',
  },
};

/** A supported sentence that does not pass must not look like one that does. */
const TO_REVIEW: SentenceWords = {
  kind: 'review',
  sign: OUTCOMES.review.sign,
  label: 'supported, to review',
  meaning: 'The sources support this sentence.',
};

/** Undefined of a sentence that asserts nothing. */
export function sentenceWords({
  verdict,
  outcome,
}: Pick<SentenceBody, 'verdict' | 'outcome'>): SentenceWords | undefined {
  if (verdict === null) return undefined;
  return verdict === 'SUPPORTED' && outcome !== 'pass' ? TO_REVIEW : SENTENCE_VERDICTS[verdict];
}

const REASONS: Readonly<Record<ReasonCode, string>> = {
  number_differs: 'A number or an amount differs.',
  date_differs: 'A date or a time differs.',
  name_differs: 'A name differs.',
  negated: 'One of them denies what the other says.',
  antonym: 'A word stands for its opposite.',
  quantifier_differs: 'How many are meant differs: all, some, or all except some.',
  argument_swap: 'The words are the same, but who does what to whom differs.',
  wrong_owner: 'The source says this of something else.',
  not_asserted:
    'The source does not state this as a fact: it denies it, reports it, plans it or makes it depend on something.',
  contradicted: 'A source says something that cannot be true at the same time.',
  sources_disagree: 'One source supports this, another contradicts it.',
  nearly_supported: 'A source nearly supports this, not surely enough.',
  nearly_contradicted: 'A source nearly contradicts this, not surely enough.',
  torn: 'One place speaks for this and another against it.',
  torn_within: 'The model reads the same place for this and against it.',
  words_not_in_source: 'A word of this stands nowhere in the sources.',
  quotation_differs: 'The quotation is not what the source says, or not where it says it.',
  not_settled: 'The sources speak of this and do not settle it.',
  not_stated: 'No source states this.',
  language: 'The sentence is in a language that the models do not read.',
  unreadable: 'The sentence holds no words or figures that could be checked.',
};

/** A plain sentence for the code of a reason; one that a newer service gives, as it is. */
export function reasonText(code: ReasonCode): string {
  return REASONS[code] ?? code;
}

interface CitationWords {
  readonly sign: string;
  /** Beside the sentence. */
  readonly label: string;
  readonly meaning: string;
}

const CITATIONS: Readonly<Record<CitationStatus, CitationWords>> = {
  supported_by_cited: { sign: '✓', label: 'citation holds', meaning: 'The cited source supports the sentence.' },
  supported_elsewhere: {
    sign: '!',
    label: 'wrong citation',
    meaning: 'The cited source does not support the sentence; another one does.',
  },
  contradicted_by_cited: {
    sign: '✗',
    label: 'cited source contradicts',
    meaning: 'The cited source contradicts the sentence.',
  },
  not_supported: {
    sign: '?',
    label: 'cited source does not say so',
    meaning: 'Neither the cited source nor another one supports the sentence.',
  },
  unknown_id: { sign: '!', label: 'unknown source', meaning: 'The sentence cites an id that no source has.' },
  missing: { sign: '!', label: 'no citation', meaning: 'The sentence asserts something and cites no source.' },
};

export function citationWords({ status }: Pick<CitationBody, 'status'>): CitationWords {
  return CITATIONS[status];
}

const QUOTATIONS: Readonly<Record<QuotationStatus, string>> = {
  verbatim: 'stands in a source word for word.',
  altered: 'stands in a source in other words.',
  stitched: 'is put together from several places.',
  misattributed: 'stands in another source than the cited one.',
  not_found: 'stands in no source.',
};

/** What became of a quotation: the end of a sentence that begins with its words. */
export function quotationText({ status }: Pick<QuotationBody, 'status'>): string {
  return QUOTATIONS[status];
}
