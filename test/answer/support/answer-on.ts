import type { SentenceBody } from '../../../src/contract/answer.ts';
import type { CrossEncoder } from '../../../src/nli/types.ts';
import { type Verifier, verifierOf } from '../../../src/verifier.ts';
import { type FakeVerifierParts, PLAIN_CALIBRATION } from '../../support/fake-encoder.ts';

export interface AnsweringOnParts extends FakeVerifierParts {
  readonly maxRequestMs?: number;
  readonly minConfidence?: number;
}

/** The whole engine on fake models, by default with PLAIN_CALIBRATION. */
export function answeringOn(
  encoder: CrossEncoder,
  { calibration = PLAIN_CALIBRATION, minConfidence, maxRequestMs = Number.POSITIVE_INFINITY }: AnsweringOnParts = {},
): Verifier {
  return verifierOf({
    encoder,
    calibration,
    maxRequestMs,
    minConfidence,
    version: '0.0.1',
  });
}

/** Sources named "1", "2" and so on. */
export function sourcesOf(...texts: string[]): { id: string; text: string }[] {
  return texts.map((text, i) => ({ id: String(i + 1), text }));
}

export const told = ({ text, verdict, citation }: SentenceBody) => [
  text,
  verdict,
  citation?.status,
  citation?.source_id,
];
