import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assertWritable, keptLines, streamSink } from '../../../src/cli/batch/writing.ts';

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

it.each([
  [true, 'a\\u{9b}2K\\u{202e}é\tb\n'],
  [false, 'a\u009b2K\u202eé\tb\n'],
])('rows move no cursor where standard output is a terminal: %s', async (isTTY, shown) => {
  const stream = Object.assign(new PassThrough(), { isTTY });
  const sink = streamSink(stream);
  await sink.write('a\u009b2K');
  // Parts of a character.
  const bytes = Buffer.from('\u202eé\tb\n');
  for (const at of bytes.keys()) await sink.write(bytes.subarray(at, at + 1));
  expect(String(stream.read())).toBe(shown);
});
