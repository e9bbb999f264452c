import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVerifier } from '../../src/library/index.ts';
import { PACKAGE_ROOT } from '../../src/package.ts';
import { PICTURE_REQUEST, pictureOf } from './picture.ts';

/** Writes the picture of the README from what the bundled models answer: `npm run picture`. */
const verifier = await createVerifier();
try {
  const answer = await verifier.verifyAnswer(PICTURE_REQUEST);
  writeFileSync(join(PACKAGE_ROOT, '.github/picture.svg'), pictureOf(answer));
} finally {
  await verifier.close();
}
