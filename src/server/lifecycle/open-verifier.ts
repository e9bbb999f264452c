import { type Config, verifierSettings } from '../../config.ts';
import { unavailable } from '../../errors.ts';
import { type AnswerVerifier, createVerifier } from '../../index.ts';
import type { ServiceVerifier } from './readiness.ts';

const CLAIM = 'The company employs 350 people and was founded in Oslo on 12 March 1990.';
const SENTENCES = [
  'Founded in 1990 by J. K. Berg, the company has a staff of 350.',
  'It did not open its second office, which cost $3.5 million, before 2014!',
  'Critics say that 40 % of its revenue comes from one customer; the board denied it.',
];

/** Verifications before the service reports ready: enough for the hot functions to be compiled. */
const WARM_UP_ROUNDS = 4;

/** Opens the verifier and warms it up, so that the first request does not wait for dictionaries and compilation. */
export async function openVerifier(config: Config): Promise<ServiceVerifier> {
  const verifier = await createVerifier(verifierSettings(config));
  for (let round = 1; round <= WARM_UP_ROUNDS; round += 1) {
    await verifier.verify({ claim: CLAIM, source: SENTENCES.slice(0, round).join(' ') });
  }
  return 'verifyAnswer' in verifier
    ? (verifier as typeof verifier & AnswerVerifier)
    : Object.assign(verifier, NO_ANSWERS);
}

/** Until createVerifier can check whole answers. */
const NO_ANSWERS: AnswerVerifier = {
  prepareAnswer: () => ({ checked: 0 }),
  verifyAnswer: () => Promise.reject(unavailable('Whole answers cannot be checked yet.', 3_600)),
};
