import type { Verifier } from '../../index.ts';

const CLAIM = 'The company employs 350 people and was founded in Oslo on 12 March 1990.';
const SENTENCES = [
  'Founded in 1990 by J. K. Berg, the company has a staff of 350.',
  'It did not open its second office, which cost $3.5 million, before 2014!',
  'Critics say that 40 % of its revenue comes from one customer; the board denied it.',
];

/** How often the path is walked before callers are let in: enough for the compiler to have seen it. */
const WALKS = 4;

/** Walks the whole pipeline, so that the first caller does not pay for dictionaries being read and code compiled. */
export async function warmUp(verifier: Verifier): Promise<void> {
  for (let walk = 1; walk <= WALKS; walk += 1) {
    await verifier.verify({ claim: CLAIM, source: SENTENCES.slice(0, walk).join(' ') });
  }
}
