import type { SentenceBody, Verdict } from '../../index.ts';
import type { CheckedAnswer } from './check-answers.ts';
import { unsupportedSentences } from './unsupported-sentences.ts';

/** A detection of the detector API: a sentence that the context contradicts or does not confirm. */
export interface Detection {
  readonly detection_type: 'groundedness';
  readonly detection: Exclude<Verdict, 'SUPPORTED'>;
  /** The calibrated probability that this verdict of the sentence is right. */
  readonly score: number;
  readonly evidence: readonly Evidence[];
}

interface Evidence {
  readonly name: 'sentence' | 'reason' | 'context';
  readonly value: string;
  readonly score?: number;
}

/** One detection for each sentence that is not supported; uncertain ones only if the request does not let them pass. */
export function detectionsOf(answer: CheckedAnswer): Detection[] {
  const { contradicted, uncertain } = unsupportedSentences(answer);
  return [
    ...contradicted.map((sentence) => detection('UNSUPPORTED', sentence)),
    ...(answer.input.uncertain === 'pass' ? [] : uncertain.map((sentence) => detection('UNCERTAIN', sentence))),
  ];
}

function detection(verdict: Detection['detection'], { text, confidence, reasons, evidence }: SentenceBody): Detection {
  return {
    detection_type: 'groundedness',
    detection: verdict,
    score: confidence ?? 0,
    evidence: [
      { name: 'sentence', value: text },
      ...reasons.map(({ code }) => ({ name: 'reason' as const, value: code })),
      ...evidence.map((one) => ({
        name: 'context' as const,
        value: one.text,
        score: verdict === 'UNSUPPORTED' ? one.contradiction : one.entailment,
      })),
    ],
  };
}
