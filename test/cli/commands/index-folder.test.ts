import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommand } from '../../support/run-command.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'index-folder-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

it('makes an index, then reads what changed only, and names what cannot be read', async () => {
  writeFileSync(join(folder, 'a.txt'), 'The plant in Lyon opened in 2014.');
  const output = join(folder, 'sources.index');
  const run = () => runCommand(['index', folder, '--output', output]);
  writeFileSync(join(folder, 'logo.png'), 'a picture');
  const told = (read: number) =>
    `1 file in ${output}, ${read} of them read now; 0 not read, 0 the same as another, 1 of other kinds.\n`;
  expect(await run()).toEqual({ code: 0, stdout: '', stderr: told(1) });
  expect(await run()).toEqual({ code: 0, stdout: '', stderr: told(0) });
  writeFileSync(join(folder, 'broken.pdf'), 'no PDF');
  const broken = await run();
  expect(broken.code).toBe(2);
  expect(broken.stderr).toMatch(/; 1 not read, 0 the same as another, 1 of other kinds\.\n {2}broken\.pdf .+\n$/);
  expect(await runCommand(['index', folder, '--output', join(folder, 'a.txt')])).toMatchObject({
    code: 1,
    stderr: `${join(folder, 'a.txt')} is not an index. Name another file.\n`,
  });
});
