import type { CitationBody, CitationStatus, QuotationBody, SentenceBody } from '../../contract/answer.ts';
import type { Outcome } from '../../contract/answer-request.ts';
import type { Verdict } from '../../contract/verify.ts';
import { type MatchType, matchOf, QUOTATIONS, REASONS, type ReasonCode, type Stance } from '../../contract/words.ts';

export const VERDICTS: Readonly<Record<Verdict, { sign: string; meaning: string; tone: Stance }>> = {
  SUPPORTED: { sign: '✓', meaning: 'The source supports the claim.', tone: 'for' },
  UNSUPPORTED: { sign: '✗', meaning: 'The source contradicts the claim.', tone: 'against' },
  UNCERTAIN: {
    sign: '?',
    meaning: 'The source does not settle the claim.',
    tone: 'open',
  },
};

/** Sign, label and tone, so that no meaning depends on the colour alone. */
export const OUTCOMES: Readonly<Record<Outcome, { sign: string; meaning: string; tone: Stance }>> = {
  pass: { sign: '✓', tone: 'for', meaning: 'The sources surely support every sentence that asserts something.' },
  review: {
    sign: '?',
    tone: 'open',
    meaning: 'The sources do not surely support all of it: somebody should look at this answer.',
  },
  fail: { sign: '✗', tone: 'against', meaning: 'The sources contradict the answer.' },
};

interface SentenceWords {
  /** The classes that give it its colour and its kind of line. */
  readonly look: string;
  readonly sign: string;
  readonly label: string;
  readonly meaning: string;
}

const SENTENCE_VERDICTS: Readonly<Record<Verdict, SentenceWords>> = {
  SUPPORTED: {
    look: 'for solid',
    sign: '✓',
    label: 'supported',
    meaning: 'The sources support this sentence.',
  },
  UNSUPPORTED: {
    look: 'against wavy',
    sign: '✗',
    label: 'unsupported',
    meaning: 'The sources contradict this sentence.',
  },
  UNCERTAIN: {
    look: 'open dotted',
    sign: '?',
    label: 'uncertain',
    meaning: 'The sources do not settle this sentence.',
  },
};

/** A supported sentence that does not pass must not look like one that does. */
const TO_REVIEW: SentenceWords = {
  look: 'open dashed',
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

/** The classes that give a place its colour and its kind of line. */
export function matchClass(kind: MatchType | 'quotation'): string {
  if (kind === 'quotation') return 'open double';
  const { stance, line } = matchOf(kind);
  return `${stance} ${line}`;
}

/** A plain sentence for the code of a reason; one that a newer service gives, as it is. */
export function reasonText(code: ReasonCode): string {
  return code in REASONS ? REASONS[code].page : code;
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

/** What became of a quotation: the end of a sentence that begins with its words. */
export function quotationText({ status }: Pick<QuotationBody, 'status'>): string {
  return QUOTATIONS[status];
}
