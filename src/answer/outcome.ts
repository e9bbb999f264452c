import type { Verdict } from '../verify/verification.ts';
import type { AnswerBody, AnswerInput, CountsBody, Outcome, SentenceBody } from './answer-body.ts';

/** What of a sentence decides about the whole answer. */
export type DecidedSentence = Pick<SentenceBody, 'check_required' | 'verdict' | 'confidence'>;

type Policy = Pick<AnswerInput, 'uncertain' | 'minConfidence'>;

/**
 * The verdict of a whole answer and what follows from it: UNSUPPORTED if any checked sentence is, SUPPORTED if all are, else
 * UNCERTAIN, also where nothing is to be checked. A SUPPORTED sentence of too little confidence counts as UNCERTAIN.
 */
export function decideAnswer(
  sentences: readonly DecidedSentence[],
  policy: Policy,
): Pick<AnswerBody, 'outcome' | 'verdict' | 'counts'> {
  const counts = countsOf(sentences, policy);
  const verdict = verdictOf(counts);
  return { outcome: outcomeOf(verdict, policy), verdict, counts };
}

function countsOf(sentences: readonly DecidedSentence[], { minConfidence }: Policy): CountsBody {
  const verdicts = sentences
    .filter((sentence) => sentence.check_required)
    .map(({ verdict, confidence }) => (verdict === 'SUPPORTED' && (confidence ?? 0) < minConfidence ? null : verdict));
  const of = (wanted: Verdict) => verdicts.filter((verdict) => verdict === wanted).length;
  const supported = of('SUPPORTED');
  const unsupported = of('UNSUPPORTED');
  const checked = verdicts.length;
  return { sentences: sentences.length, checked, supported, unsupported, uncertain: checked - supported - unsupported };
}

function verdictOf({ checked, supported, unsupported }: CountsBody): Verdict {
  if (unsupported > 0) return 'UNSUPPORTED';
  return checked > 0 && supported === checked ? 'SUPPORTED' : 'UNCERTAIN';
}

function outcomeOf(verdict: Verdict, { uncertain }: Policy): Outcome {
  if (verdict === 'UNCERTAIN') return uncertain;
  return verdict === 'SUPPORTED' ? 'pass' : 'fail';
}
