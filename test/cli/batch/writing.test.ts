import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assertWritable, keptLines } from '../../../src/cli/batch/writing.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'writable-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a file that is to be written', () => {
  it('may be new or old, and is not made', async () => {
    await assertWritable(join(folder, 'new.html'));
    expect(existsSync(join(folder, 'new.html'))).toBe(false);
    writeFileSync(join(folder, 'old.html'), 'x');
    await assertWritable(join(folder, 'old.html'));
  });

  it('is refused in a missing folder, and in place of a folder', async () => {
    const nowhere = join(folder, 'no', 'x.html');
    await expect(assertWritable(nowhere)).rejects.toThrow(
      `"${nowhere}" cannot be written: the directory ${join(folder, 'no')} does not exist.`,
    );
    await expect(assertWritable(folder)).rejects.toThrow('it is a directory');
  });

  // Root may write everywhere.
  it.skipIf(process.getuid?.() === 0)('is refused where this user may not write', async () => {
    chmodSync(folder, 0o500);
    await expect(assertWritable(join(folder, 'x.html'))).rejects.toThrow('permission denied');
    chmodSync(folder, 0o700);
  });
});

it('a stopped run names the file of its lines and the option to overwrite it, or nothing', () => {
  expect(keptLines('part.jsonl')).toMatch(/in part\.jsonl\b.*--force/);
  for (const output of [undefined, '-']) expect(keptLines(output)).not.toMatch(/--|lines/);
});
