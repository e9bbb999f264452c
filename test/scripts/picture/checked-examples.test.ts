import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { type CheckedExamples, checkedExamples, resultsByLine } from '../../../scripts/picture/checked-examples.ts';
import { type LibraryVerifier, libraryVerifierOn } from '../../../src/library/library-verifier.ts';
import { PACKAGE_ROOT } from '../../../src/package.ts';
import { bundledModels } from '../../support/bundled-models.ts';

let verifier: LibraryVerifier;
beforeAll(async () => {
  verifier = libraryVerifierOn(await bundledModels());
});

const path = join(PACKAGE_ROOT, 'src/web/try/checked-examples.json');

it('the page opens with what the bundled models answer: `npm run picture` writes it', async () => {
  const shown: CheckedExamples = JSON.parse(readFileSync(path, 'utf8'));
  expect(deciding(shown)).toEqual(deciding(await checkedExamples(verifier)));
});

it('has a line for each result', () => {
  const text = readFileSync(path, 'utf8');
  expect(text).toBe(resultsByLine(JSON.parse(text)));
});

function deciding({ claims, answers }: CheckedExamples) {
  return {
    claims: claims.map(({ verdict, audit_trail, detail }) => [verdict, audit_trail, detail?.outcome]),
    answers: answers.map(({ outcome, sentences }) => [outcome, sentences.map(({ reasons }) => reasons)]),
  };
}
