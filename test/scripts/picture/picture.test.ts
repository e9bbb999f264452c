import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { PICTURE_REQUEST, pictureOf } from '../../../scripts/picture/picture.ts';
import { PACKAGE_ROOT } from '../../../src/config.ts';
import { type LibraryVerifier, libraryVerifierOn } from '../../../src/library/library-verifier.ts';
import { bundledModels } from '../../support/bundled-models.ts';

let verifier: LibraryVerifier;
beforeAll(async () => {
  verifier = libraryVerifierOn(await bundledModels());
});

it('shows what the bundled models answer: `npm run picture` writes it', async () => {
  const answer = await verifier.verifyAnswer(PICTURE_REQUEST);
  expect(answer.sentences.map(({ outcome }) => outcome)).toEqual(['pass', 'fail', 'review']);
  expect(pictureOf(answer)).toBe(readFileSync(join(PACKAGE_ROOT, '.github/picture.svg'), 'utf8'));
});

it('escapes text and underlines the words that differ', () => {
  const place = { start: 12, end: 13 };
  const sentence = {
    ...{ start: 10, end: 15, text: 'a <b>', check_required: true, verdict: 'UNSUPPORTED', confidence: 1 },
    ...{ outcome: 'fail', reasons: [{ code: 'number_differs', expected: null, found: place }], evidence: [] },
    ...{ citation: { status: 'no_citation', cited: [], source_id: null }, quotations: [] },
  } as const;
  const picture = pictureOf({ sentences: [sentence] } as unknown as Parameters<typeof pictureOf>[0]);
  expect(picture).toContain('>a <tspan class="mark" text-decoration="underline">&lt;</tspan>b></text>');
});
