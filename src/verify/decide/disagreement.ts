import type { ExaminedSpan } from '../examine/examined-span.ts';
import type { Calibration } from './calibration.ts';

/**
 * Where one place of the source strongly entails the span and another strongly contradicts it: by how much of the span's
 * words the entailing one is closer. Undefined where the source does not disagree with itself.
 */
export function disagreement({ support, opposition }: ExaminedSpan, { thresholds }: Calibration): number | undefined {
  const apart = !support.sentences.some((sentence) => opposition.sentences.includes(sentence));
  const strong = support.scores.entailment >= thresholds.strong && opposition.scores.contradiction >= thresholds.strong;
  return apart && strong ? support.coverage - opposition.coverage : undefined;
}
