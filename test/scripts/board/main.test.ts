import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Board } from '../../../scripts/board/board.ts';
import { PACKAGE_ROOT } from '../../../src/package.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { writeBoardFiles } from './board-files.ts';

function runBoard(...args: readonly string[]) {
  const program = join(PACKAGE_ROOT, 'dist/scripts/board/main.js');
  return spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
}

it('measures a set with the bundled models and writes the board as JSON', async () => {
  const folder = await temporaryFolder();
  await writeBoardFiles(folder);
  const json = join(folder, 'board.json');
  const scores = join(folder, 'board.scores');
  const some = ['--sets', 'wice', '--limit', '2', '--resamples', '10'];
  const { status, stdout } = runBoard(folder, ...some, '--scores', scores, '--json', json);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^WiCE +all +2 +50 % /m);
  const board = JSON.parse(await readFile(json, 'utf8')) as Board;
  expect(board).toMatchObject({ format: 1, threshold: 0.5, leftOut: [] });
  expect(board.lines.map(({ set, part, rows }) => [set, part, rows])).toEqual([['WiCE', 'all', 2]]);
  expect((await readFile(scores, 'utf8')).length).toBeGreaterThan(0);
});

it.each([
  ['nowhere', 'got "nowhere": ENOENT'],
  [import.meta.dirname, 'missing: ragtruth_qa.jsonl'],
])('refuses the folder %j with exit code 1', (folder, words) => {
  const { status, stdout, stderr } = runBoard(folder);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain(words);
});
