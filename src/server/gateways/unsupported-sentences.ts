import type { SentenceBody } from '../../index.ts';
import type { CheckedAnswer } from './check-answers.ts';

/** The checked sentences that count as UNSUPPORTED, and those that count as UNCERTAIN: also a SUPPORTED one of too little confidence. */
export function unsupportedSentences({ input, body }: CheckedAnswer) {
  const checked = body.sentences.filter((sentence) => sentence.check_required);
  const isSupported = ({ verdict, confidence }: SentenceBody) =>
    verdict === 'SUPPORTED' && (confidence ?? 0) >= input.minConfidence;
  return {
    contradicted: checked.filter(({ verdict }) => verdict === 'UNSUPPORTED'),
    uncertain: checked.filter((sentence) => sentence.verdict !== 'UNSUPPORTED' && !isSupported(sentence)),
  };
}
