import type { Verifier } from './verification.ts';

const CLAIM = 'The company employs 350 people and was founded in Oslo on 12 March 1990.';
const SENTENCES = [
  'Founded in 1990 by J. K. Berg, the company has a staff of 350.',
  'It did not open its second office, which cost $3.5 million, before 2014!',
  'Critics say that 40 % of its revenue comes from one customer; the board denied it.',
];

/**
 * Verifies sentences of many kinds. The first texts that are read cost many times the later ones, for dictionaries and
 * compilation: that is not for a caller to pay. One round loads what is loaded once, four compile the hot functions.
 */
export async function warmUpVerifier(verifier: Pick<Verifier, 'verify'>, rounds: number): Promise<void> {
  for (let round = 1; round <= rounds; round += 1) {
    await verifier.verify({ claim: CLAIM, source: SENTENCES.slice(0, round).join(' ') });
  }
}
