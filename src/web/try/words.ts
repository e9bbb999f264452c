import type { AnswerBody, CitationStatus, SentenceBody } from '../../contract/answer.ts';
import type { Outcome, Verdict, VerifyResponse } from '../../contract/verify.ts';
import { type MatchType, matchOf, REASONS, type ReasonCode, type Stance } from '../../contract/words.ts';

/** Shown with the result of an example in place of its timings. */
export const EXAMPLE_NOTE = 'An example, checked with the models of this release.';

export const VERDICTS: Readonly<Record<Verdict, { sign: string; label: string; meaning: string; tone: Stance }>> = {
  SUPPORTED: { sign: '✓', label: 'Supported', meaning: 'The source supports the claim.', tone: 'for' },
  UNSUPPORTED: { sign: '✗', label: 'Contradicted', meaning: 'The source contradicts the claim.', tone: 'against' },
  UNCERTAIN: {
    sign: '?',
    label: 'Not settled',
    meaning: 'The source does not settle the claim.',
    tone: 'open',
  },
};

/** Sign, label and tone, so that no meaning depends on the color alone. */
export const OUTCOMES: Readonly<Record<Outcome, { sign: string; label: string; meaning: string; tone: Stance }>> = {
  pass: { sign: '✓', label: 'Pass', tone: 'for', meaning: 'The sources clearly support every factual statement.' },
  review: {
    sign: '?',
    label: 'Review',
    tone: 'open',
    meaning: 'The sources do not clearly support every factual statement. Have a person review this answer.',
  },
  fail: { sign: '✗', label: 'Fail', tone: 'against', meaning: 'The sources contradict the answer.' },
};

const SENTENCES: Readonly<Record<Verdict, { line: string; meaning: string }>> = {
  SUPPORTED: { line: 'solid', meaning: 'The sources support this sentence.' },
  UNSUPPORTED: { line: 'wavy', meaning: 'The sources contradict this sentence.' },
  UNCERTAIN: { line: 'dotted', meaning: 'The sources do not settle this sentence.' },
};

/**
 * Words of a sentence, and the classes that give it its color and its kind of line: a supported one that does not pass must
 * not look like one that does. Undefined for a sentence that is not a factual statement.
 */
export function sentenceWords({ verdict, outcome }: Pick<SentenceBody, 'verdict' | 'outcome'>) {
  if (verdict === null) return undefined;
  const { sign, label, tone } = VERDICTS[verdict];
  const { line, meaning } = SENTENCES[verdict];
  if (verdict === 'SUPPORTED' && outcome !== 'pass')
    return { look: 'open dashed', sign: OUTCOMES.review.sign, label: 'supported, to review', meaning };
  return { look: `${tone} ${line}`, sign, label: label.toLowerCase(), meaning };
}

/** The classes that give a place its color and its kind of line. */
export function matchClass(kind: MatchType | 'quotation'): string {
  if (kind === 'quotation') return 'open double';
  const { stance, line } = matchOf(kind);
  return `${stance} ${line}`;
}

/** Sign and label of a match. Where a calculation decided, the scores of the models are not shown. */
export function matchWords(kind: MatchType, isCalculated = false): { sign: string; label: string; stance: Stance } {
  const { sign, label, stance } = matchOf(kind);
  if (!isCalculated || stance === 'open') return { sign, label, stance };
  return stance === 'for'
    ? { sign: '=', label: 'calculated', stance }
    : { sign, label: 'calculated value differs', stance };
}

/** A plain sentence for the code of a reason; one that a newer service gives, as it is. */
export function reasonText(code: ReasonCode): string {
  return code in REASONS ? REASONS[code].page : code;
}

/** The label is shown next to the sentence. */
export const CITATIONS: Readonly<Record<CitationStatus, { sign: string; label: string; meaning: string }>> = {
  supported_by_cited: { sign: '✓', label: 'citation correct', meaning: 'The cited source supports the sentence.' },
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
    label: 'not in the cited source',
    meaning: 'Neither the cited source nor another one supports the sentence.',
  },
  unknown_id: { sign: '!', label: 'unknown source', meaning: 'The sentence cites an id that no source has.' },
  missing: {
    sign: '!',
    label: 'no citation',
    meaning: 'The sentence is a factual statement and names no source by its id.',
  },
};

const CLAIM_TO_REVIEW = 'The source probably supports the claim, but the confidence is too low to pass.';

/** The verdict of a claim in words. One that is supported and does not pass must not look like one that does. */
export function claimWords({
  verdict,
  detail,
}: VerifyResponse): Pick<(typeof VERDICTS)[Verdict], 'sign' | 'label' | 'tone'> {
  const { sign, tone } = OUTCOMES.review;
  const isToReview = verdict === 'SUPPORTED' && detail?.outcome === 'review';
  return isToReview ? { sign, tone, label: 'Supported, to review' } : VERDICTS[verdict];
}

const SCORES =
  / \((?:(read with the sentences around it): )?entailment [\d.]+, neutral [\d.]+, contradiction [\d.]+\)/g;

/** The steps of the reasoning without the scores and the names of the API, which the page shows in other places. */
export function reasoningSteps({ reasoning }: Pick<VerifyResponse, 'reasoning'>): string[] {
  return reasoning.split('\n').map((line) =>
    line
      .replace(/^\d+\.\s+/, '')
      .replace(SCORES, (_, context?: string) => (context === undefined ? '' : ` (${context})`))
      .replace(/: (?:SUPPORTED|UNSUPPORTED|UNCERTAIN), confidence [\d.]+\./, '.'),
  );
}

export function claimHeadline({ verdict, detail }: VerifyResponse): string {
  if (verdict === 'SUPPORTED') return detail?.outcome === 'review' ? CLAIM_TO_REVIEW : VERDICTS.SUPPORTED.meaning;
  const codes = (detail?.spans ?? []).flatMap(({ reasons }) => reasons.slice(0, 1).map(({ code }) => code));
  return withReason(VERDICTS[verdict].meaning, codes);
}

export function answerHeadline({
  outcome,
  counts,
  sentences,
}: Pick<AnswerBody, 'outcome' | 'counts' | 'sentences'>): string {
  const { checked, supported, unsupported } = counts;
  if (checked === 0) return 'The answer has no factual statement that a source could support.';
  if (outcome === 'pass')
    return supported === checked
      ? OUTCOMES.pass.meaning
      : 'The sources contradict nothing. Sentences that they do not settle pass, as you chose.';
  const worst = sentences.filter((sentence) => sentence.outcome === outcome);
  const codes = worst.flatMap(({ reasons }) => reasons.slice(0, 1).map(({ code }) => code));
  if (outcome === 'fail')
    return unsupported > 0
      ? withReason(OUTCOMES.fail.meaning, codes)
      : withReason('The sources do not settle all of the answer. It fails, as you chose.', codes);
  return worst.every(({ verdict }) => verdict === 'SUPPORTED')
    ? supportedToReview(worst)
    : withReason(OUTCOMES.review.meaning, codes);
}

function supportedToReview(worst: readonly SentenceBody[]): string {
  const isMisquoting = worst.every(({ reasons }) => reasons.some(({ code }) => code === 'quotation_differs'));
  return isMisquoting
    ? 'The sources support the answer, but a quotation in it differs from them. Have a person review it.'
    : 'The sources probably support the answer, but the confidence is too low to pass. Have a person review it.';
}

function withReason(meaning: string, codes: readonly Parameters<typeof reasonText>[0][]): string {
  const [code, ...others] = new Set(codes);
  return code === undefined || others.length > 0 ? meaning : `${meaning} ${reasonText(code)}`;
}
