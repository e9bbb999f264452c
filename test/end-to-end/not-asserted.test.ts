import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVerifier, type Verifier } from '../../src/index.ts';
import { PATIENT } from '../support/patient.ts';

let verifier: Verifier;
beforeAll(async () => {
  verifier = await createVerifier(PATIENT);
});
afterAll(() => verifier?.close());

const STATEMENTS = [
  'the company hid its losses',
  'the bridge was closed in 2003',
  'Marek Dudek sold the painting to a museum',
  'the vaccine causes headaches',
];
const FRAMES: readonly (readonly [name: string, source: (statement: string) => string])[] = [
  ['denied by someone', (x) => `He denied that ${x}.`],
  ['denied with more around it', (x) => `On Monday a spokesman denied that ${x}. Talks will go on next week.`],
  ['rejected as a claim', (x) => `The court rejected the claim that ${x}.`],
  ['a myth', (x) => `It is a myth that ${x}.`],
  ['not true', (x) => `It is not true that ${x}.`],
  ['without evidence', (x) => `There is no evidence that ${x}.`],
  ['taken back in the next sentence', (x) => `${capital(x)}. This is false.`],
  ['taken back by a report', (x) => `One paper wrote that ${x}. The report was later retracted.`],
  ['a condition', (x) => `If ${x}, an inquiry will follow.`],
  ['an open matter', (x) => `Nobody knows whether ${x}.`],
  ['what critics say', (x) => `Critics say ${x}.`],
  ['what someone claimed', (x) => `In her book she claimed that ${x}.`],
  ['only alleged', (x) => `Allegedly ${x}.`],
  ['only possible', (x) => `Perhaps ${x}.`],
];

function capital(statement: string): string {
  return statement.charAt(0).toUpperCase() + statement.slice(1);
}

describe('words that the source has without asserting them do not support a claim', () => {
  it.each(FRAMES)('%s', async (_, frame) => {
    for (const statement of STATEMENTS) {
      const source = frame(statement);
      const { verdict, reasoning } = await verifier.verify({ claim: `${capital(statement)}.`, source });
      expect(verdict, `${source}\n${reasoning}`).not.toBe('SUPPORTED');
    }
  });

  it('yet a plain statement elsewhere in the source still supports it', async () => {
    for (const statement of STATEMENTS) {
      const source = `He denied that ${statement}. The minutes leave no doubt. ${capital(statement)}.`;
      const { verdict, reasoning } = await verifier.verify({ claim: `${capital(statement)}.`, source });
      expect(verdict, reasoning).toBe('SUPPORTED');
    }
  });
});
