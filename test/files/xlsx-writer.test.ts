import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { openTable } from '../../src/files/file-rows.ts';
import { XlsxWriter } from '../../src/files/xlsx-writer.ts';
import { collect } from '../support/chunks.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

function written(names: readonly string[], rows: readonly (readonly unknown[])[]) {
  const pieces: Uint8Array[] = [];
  const writer = new XlsxWriter(names, (piece) => pieces.push(piece));
  for (const row of rows) writer.add(row);
  writer.end();
  return { bytes: Buffer.concat(pieces), cutCells: writer.cutCells };
}

async function readAgain(bytes: Buffer) {
  const { rows } = await openTable(new Blob([new Uint8Array(bytes)]), 'xlsx');
  return collect(rows());
}

const CALC = '/usr/lib/libreoffice/program/libsclo.so';
const noCalc = existsSync(CALC) ? '' : ' (skipped: LibreOffice Calc is missing: install libreoffice-calc-nogui)';

const DAY = new Date(Date.UTC(2024, 1, 29));
const MOMENT = new Date(Date.UTC(2024, 1, 29, 13, 30, 5));

describe('XlsxWriter', () => {
  it('keeps texts, numbers, truth values and dates as they are', async () => {
    const values = ['=1+1', '007', 0.1 + 0.2, -4, true, DAY, MOMENT, 'a\n <b> & "c"', { a: [1] }];
    const names = values.map((_, at) => `n${at}`);
    const [row] = await readAgain(written(names, [values]).bytes);
    expect(Object.values(row!.values!)).toEqual([...values.slice(0, -1), '{"a":[1]}']);
    expect(row!.row).toBe(2);
  });

  it('names columns beyond Z, and leaves empty cells out', async () => {
    const names = Array.from({ length: 60 }, (_, at) => `n${at}`);
    const [row] = await readAgain(written(names, [names.map((_, at) => (at % 7 === 0 ? at : undefined))]).bytes);
    expect(row!.values).toMatchObject({ n0: 0, n1: null, n28: 28, n56: 56 });
  });

  it('cuts a text that no cell holds and counts it', async () => {
    const { bytes, cutCells } = written(['a', 'b'], [['x'.repeat(32_767), 'y'.repeat(32_768)]]);
    const [row] = await readAgain(bytes);
    expect(cutCells).toBe(1);
    expect(Object.values(row!.columns).map((text) => [String(text).length, String(text).at(-1)])).toEqual([
      [32_767, 'x'],
      [32_767, '…'],
    ]);
  });

  it('gives the same bytes for the same rows', () => {
    const rows = [['a', 1, DAY]];
    expect(written(['x', 'y', 'z'], rows).bytes.equals(written(['x', 'y', 'z'], rows).bytes)).toBe(true);
  });

  it.skipIf(noCalc !== '')(`is read by LibreOffice, with formulas as texts${noCalc}`, async () => {
    const folder = await temporaryFolder();
    const rows = [
      ['=1+1', 0.25, DAY, MOMENT, '+49 40', 'a\u0001b', '_x0041_', 'two\r\nlines'],
      ['@SUM(A1)', -4, undefined, undefined, '-1', '\ud800', '', ''],
    ];
    await writeFile(join(folder, 'a.xlsx'), written(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], rows).bytes);
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    const args = [
      profile,
      '--headless',
      '--convert-to',
      'csv:Text - txt - csv (StarCalc):44,34,76',
      '--outdir',
      folder,
    ];
    await promisify(execFile)('soffice', [...args, join(folder, 'a.xlsx')]);
    expect(await readFile(join(folder, 'a.csv'), 'utf8')).toBe(
      [
        'a,b,c,d,e,f,g,h',
        '=1+1,0.25,2024-02-29,2024-02-29 13:30:05,+49 40,a\u0001b,_x0041_,"two\nlines"',
        '@SUM(A1),-4,,,-1,\ufffd,,',
        '',
      ].join('\n'),
    );
  });
});
