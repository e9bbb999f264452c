import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { updateIndex } from '../../../src/documents/index/update-index.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { HOSTILE, ORDINARY } from '../../support/work/hostile-texts.ts';

/** 20000000 is the longest document that is read; then those that exceed the time or the memory of a document are unread. */
const CHARACTERS = Number(process.env.LONG_DOCUMENT_CHARACTERS ?? 20_000);
const MAY_EXCEED = CHARACTERS > 1_000_000;
const BEYOND_BOUNDS =
  /^(?:takes longer than 60 seconds|needs more than 1280 MB of memory) to read$|^has more than \d+ /;

it('indexes a document of every hostile shape, or names it with the bound that it exceeds', async () => {
  const folder = await temporaryFolder();
  const shapes = Object.entries({ ...HOSTILE, ...ORDINARY });
  for (const [i, [, [, unit]]] of shapes.entries())
    writeFileSync(
      join(folder, `${i}.md`),
      `${i}\n${unit.repeat(CHARACTERS / unit.length + 1).slice(0, CHARACTERS - 9)}`,
    );
  const { documents, unread } = await updateIndex(join(folder, 'sources.index'), folder);
  for (const { file, reason } of unread)
    if (MAY_EXCEED) console.log(`${shapes[Number.parseInt(file, 10)]![0]}: ${reason}`);
  expect(unread.filter(({ reason }) => !MAY_EXCEED || !BEYOND_BOUNDS.test(reason))).toEqual([]);
  expect(documents + unread.length).toBe(shapes.length);
});
