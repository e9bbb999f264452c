import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkedExamples, checkedExamplesText } from '../../../scripts/picture/checked-examples.ts';
import { createVerifier, type LibraryVerifier } from '../../../src/library/index.ts';
import { CHECKED_ANSWERS, CHECKED_CLAIMS } from '../../../src/web/try/checked-examples.ts';
import { PATIENT } from '../../support/patient.ts';

let verifier: LibraryVerifier;
beforeAll(async () => {
  verifier = await createVerifier(PATIENT);
});
afterAll(() => verifier?.close());

it('the page opens with what the bundled models answer: `npm run picture` writes it', async () => {
  const { claims, answers } = await checkedExamples(verifier);
  const decided = claims.map(({ verdict, audit_trail, detail }) => [verdict, audit_trail, detail?.outcome]);
  expect(CHECKED_CLAIMS.map(({ verdict, audit_trail, detail }) => [verdict, audit_trail, detail?.outcome])).toEqual(
    decided,
  );
  const shown = answers.map(({ outcome, sentences }) => [outcome, sentences.map(({ reasons }) => reasons)]);
  expect(CHECKED_ANSWERS.map(({ outcome, sentences }) => [outcome, sentences.map(({ reasons }) => reasons)])).toEqual(
    shown,
  );
});

it('is written as a module that needs nothing but types', () => {
  const text = checkedExamplesText({ claims: [], answers: [] });
  expect([...text.matchAll(/^import (?!type )/gm)]).toEqual([]);
});
