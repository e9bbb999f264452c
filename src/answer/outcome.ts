import type { AnswerBody, CountsBody, QuotationBody, SentenceBody } from '../contract/answer.ts';
import { OUTCOMES, type Outcome, type Verdict } from '../contract/verify.ts';
import { sentenceWords } from '../text/index.ts';
import type { AnswerInput } from './answer-request.ts';

/** The bounds of the caller, or of the verifier for it, for what passes. */
export interface OutcomePolicy extends Pick<AnswerInput, 'uncertain'> {
  readonly minConfidence: number;
}

/**
 * The outcome of a claim or a sentence: UNSUPPORTED fails, UNCERTAIN is what the policy says, SUPPORTED passes from the least
 * confidence on and is to be reviewed below it.
 */
export function outcomeOf(
  { verdict, confidence }: { readonly verdict: Verdict; readonly confidence: number },
  { uncertain, minConfidence }: OutcomePolicy,
): Outcome {
  if (verdict === 'UNSUPPORTED') return 'fail';
  if (verdict === 'UNCERTAIN') return uncertain;
  return confidence >= minConfidence ? 'pass' : 'review';
}

/** The outcome of one sentence: with a wrong quotation nothing passes. Null where nothing is checked. */
export function sentenceOutcome(
  { verdict, confidence, quotations }: Pick<SentenceBody, 'verdict' | 'confidence' | 'quotations'>,
  policy: OutcomePolicy,
): Outcome | null {
  if (verdict === null) return null;
  const outcome = outcomeOf({ verdict, confidence: confidence ?? 0 }, policy);
  return outcome === 'pass' && quotations.some(isMisquoted) ? 'review' : outcome;
}

/** Fewer words that appear in no source may be the author's own in quotation marks. */
const QUOTED_WORDS = 4;

/** An altered quotation of any length, or one of four words and more that no source has. */
export function isMisquoted({ status, text }: Pick<QuotationBody, 'status' | 'text'>): boolean {
  if (status === 'not_found') return sentenceWords(text).length >= QUOTED_WORDS;
  return status === 'altered';
}

/** The fields of a sentence that decide about the whole answer. */
export type DecidedSentence = Pick<SentenceBody, 'check_required' | 'verdict' | 'outcome'>;

/**
 * The verdict and the outcome of a whole answer: UNSUPPORTED if any checked sentence is, SUPPORTED if all are, else
 * UNCERTAIN; the worst outcome of a sentence; the share that passes. An answer in which nothing is checked is UNCERTAIN
 * and to be reviewed, whatever the caller lets pass.
 */
export function decideAnswer(
  sentences: readonly DecidedSentence[],
): Pick<AnswerBody, 'outcome' | 'verdict' | 'counts' | 'grounding_score'> {
  const checked = sentences.filter((sentence) => sentence.check_required);
  const counts = countsOf(sentences.length, checked);
  const outcomes = checked.map(({ outcome }) => outcome);
  return {
    outcome: OUTCOMES.findLast((outcome) => outcomes.includes(outcome)) ?? 'review',
    verdict: verdictOf(counts),
    counts,
    grounding_score: counts.checked === 0 ? null : counts.passed / counts.checked,
  };
}

function countsOf(sentences: number, checked: readonly DecidedSentence[]): CountsBody {
  const of = (wanted: Verdict) => checked.filter(({ verdict }) => verdict === wanted).length;
  const [supported, unsupported] = [of('SUPPORTED'), of('UNSUPPORTED')];
  return {
    sentences,
    checked: checked.length,
    supported,
    unsupported,
    uncertain: checked.length - supported - unsupported,
    passed: checked.filter(({ outcome }) => outcome === 'pass').length,
  };
}

function verdictOf({ checked, supported, unsupported }: CountsBody): Verdict {
  if (unsupported > 0) return 'UNSUPPORTED';
  return checked > 0 && supported === checked ? 'SUPPORTED' : 'UNCERTAIN';
}
