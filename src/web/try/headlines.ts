import type { AnswerBody, SentenceBody } from '../../contract/answer.ts';
import type { VerifyResponse } from '../../contract/verify.ts';
import { OUTCOMES, reasonText, VERDICTS } from './words.ts';

/** What a verdict means, with the reason where all that speaks of it has the same one. */
export function claimHeadline({ verdict, detail }: VerifyResponse): string {
  const codes = (detail?.spans ?? []).flatMap(({ reasons }) => reasons.slice(0, 1).map(({ code }) => code));
  return verdict === 'SUPPORTED' ? VERDICTS.SUPPORTED.meaning : withReason(VERDICTS[verdict].meaning, codes);
}

/** What the outcome of an answer means, from the sentences that make it. */
export function answerHeadline({
  outcome,
  counts,
  sentences,
}: Pick<AnswerBody, 'outcome' | 'counts' | 'sentences'>): string {
  const { checked, supported, unsupported } = counts;
  if (checked === 0) return 'Nothing in the answer asserts what a source could carry.';
  if (outcome === 'pass')
    return supported === checked
      ? OUTCOMES.pass.meaning
      : 'The sources contradict nothing; what they do not settle may pass here.';
  const worst = sentences.filter((sentence) => sentence.outcome === outcome);
  const codes = worst.flatMap(({ reasons }) => reasons.slice(0, 1).map(({ code }) => code));
  if (outcome === 'fail')
    return unsupported > 0
      ? withReason(OUTCOMES.fail.meaning, codes)
      : withReason('The sources do not settle all of the answer, which fails here.', codes);
  return worst.every(isSupported) ? supportedToReview(worst) : withReason(OUTCOMES.review.meaning, codes);
}

function supportedToReview(worst: readonly SentenceBody[]): string {
  const isMisquoting = worst.every(({ reasons }) => reasons.some(({ code }) => code === 'quotation_differs'));
  return isMisquoting
    ? 'The sources support the answer, but a quotation is not as they have it: somebody should look at it.'
    : 'The sources probably support the answer, not surely enough to pass: somebody should look at it.';
}

function isSupported({ verdict }: SentenceBody): boolean {
  return verdict === 'SUPPORTED';
}

function withReason(meaning: string, codes: readonly Parameters<typeof reasonText>[0][]): string {
  const [code, ...others] = new Set(codes);
  return code === undefined || others.length > 0 ? meaning : `${meaning} ${reasonText(code)}`;
}
