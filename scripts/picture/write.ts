import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVerifier } from '../../src/library/index.ts';
import { PACKAGE_ROOT } from '../../src/package.ts';
import { checkedExamples, resultsByLine } from './checked-examples.ts';
import { PICTURE_REQUEST, pictureOf } from './picture.ts';

/** Writes the picture of the README and the results of the page's examples from what the bundled models answer. */
const verifier = await createVerifier();
try {
  const answer = await verifier.verifyAnswer(PICTURE_REQUEST);
  writeFileSync(join(PACKAGE_ROOT, '.github/picture.svg'), pictureOf(answer));
  const checked = await checkedExamples(verifier);
  writeFileSync(join(PACKAGE_ROOT, 'src/web/try/checked-examples.json'), resultsByLine(checked));
} finally {
  await verifier.close();
}
