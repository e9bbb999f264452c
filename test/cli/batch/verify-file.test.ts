import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyFile } from '../../../src/cli/batch/verify-file.ts';
import { openTable } from '../../../src/files/file-rows.ts';
import { ANSWER_LIMITS, type VerifierInfo } from '../../../src/index.ts';
import type { ColumnNames } from '../../../src/rows/column-names.ts';
import { formatOfName, type LineFormat, type OutputFormat } from '../../../src/rows/file-format.ts';
import { inputBounds } from '../../../src/rows/row-bounds.ts';
import { answersWithin, CLAIMS, type RowKind } from '../../../src/rows/row-kind.ts';
import { collect } from '../../support/chunks.ts';
import { type FakeBatchVerifier, fakeBatchVerifier } from '../../support/fake-batch-verifier.ts';
import { xlsxOf } from '../../support/xlsx-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'batch-'));
});
afterEach(() => rm(folder, { recursive: true }));

const path = (name: string) => join(folder, name);
const read = (name: string) => readFile(path(name), 'utf8');
const jsonRows = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    JSON.stringify({ id: index, claim: `Claim ${index}.`, grounding_source: `So: Claim ${index % 3}.` }),
  ).join('\n');

interface Call {
  readonly kind?: RowKind;
  readonly resume?: boolean;
  readonly verifier?: FakeBatchVerifier;
  readonly signal?: AbortSignal;
  readonly concurrency?: number;
  readonly escapeFormulas?: boolean;
  readonly force?: boolean;
  readonly columns?: ColumnNames;
  readonly delimiter?: string;
}

async function verify(input: string, output: string, call: Call = {}) {
  const stderr = new PassThrough() as unknown as NodeJS.WriteStream;
  return verifyFile(
    {
      kind: call.kind ?? CLAIMS,
      bounds: inputBounds(ANSWER_LIMITS),
      input: path(input),
      output: path(output),
      inputFormat: formatOfName(input),
      outputFormat: formatOfName(output) as OutputFormat,
      escapeFormulas: call.escapeFormulas ?? false,
      concurrency: call.concurrency ?? 4,
      resume: call.resume ?? false,
      ...{ force: call.force, columns: call.columns, delimiter: call.delimiter },
    },
    {
      openVerifier: async () => call.verifier ?? fakeBatchVerifier(),
      stderr,
      signal: call.signal ?? new AbortController().signal,
    },
  );
}

/** A run that stops after some rows, as by SIGTERM. */
async function verifySome(input: string, output: string, rows: number, given: Call = {}): Promise<void> {
  const controller = new AbortController();
  const stopAfter = (call: number) => call > rows && controller.abort(new Error('stopped'));
  const fake = fakeBatchVerifier((_, call) => void stopAfter(call));
  let answers = 0;
  const prepareAnswer: FakeBatchVerifier['prepareAnswer'] = (...request) => {
    answers += 1;
    stopAfter(answers);
    return fake.prepareAnswer(...request);
  };
  const verifier = { ...fake, prepareAnswer };
  await expect(verify(input, output, { ...given, verifier, signal: controller.signal })).rejects.toThrow('stopped');
}

describe('verifyFile', () => {
  it('writes one row per row, in order, bad rows as error rows', async () => {
    await writeFile(path('in.jsonl'), `\ufeff${jsonRows(3)}\r\nnonsense\n\n{"id":"e","claim":""}\n${jsonRows(1)}`);
    expect(await verify('in.jsonl', 'out.jsonl')).toMatchObject({ rows: 6, errors: 2 });
    const rows = (await read('out.jsonl'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows.map(({ id, row, verdict, error }) => [id, row, verdict ?? error.code])).toEqual([
      [0, 1, 'SUPPORTED'],
      [1, 2, 'SUPPORTED'],
      [2, 3, 'SUPPORTED'],
      [null, 4, 'invalid_request'],
      ['e', 6, 'invalid_request'],
      [0, 7, 'SUPPORTED'],
    ]);
  });

  it('reads and writes CSV', async () => {
    await writeFile(path('in.csv'), 'id,claim,grounding_source\r\n1,"Bees, hum.","Bees, hum."\r\n2,x\r\n');
    expect(await verify('in.csv', 'out.csv')).toMatchObject({ rows: 2, errors: 1 });
    const [header, first, second] = (await read('out.csv')).split('\n');
    expect(header).toBe(
      'id,claim,grounding_source,verdict,confidence,reasoning,audit_trail,outcome,reason_codes,error_code,error_message,other,row',
    );
    expect(first).toMatch(/^1,"Bees, hum\.","Bees, hum\.",SUPPORTED,0\.8,/);
    expect(second).toBe('2,x,,,,,,,,invalid_request,"Expected 3 fields, got 2.",,3');
  });

  it('writes an empty output for an empty input', async () => {
    await writeFile(path('in.jsonl'), '\n');
    expect(await verify('in.jsonl', 'out.jsonl')).toMatchObject({ rows: 0, errors: 0 });
    expect(await read('out.jsonl')).toBe('');
  });

  it('holds no more rows than its window, however long the input and slow the verifier', async () => {
    await writeFile(path('in.jsonl'), jsonRows(5_000));
    // The first sixteen wait for one another, so that the window is full however slowly the rows are read.
    let isFull = () => {};
    const full = new Promise<void>((resolve) => (isFull = resolve));
    const verifier = fakeBatchVerifier(async (_, call) => {
      if (call === 16) isFull();
      await full;
      await turn();
    });
    expect(await verify('in.jsonl', 'out.jsonl', { verifier, concurrency: 16 })).toMatchObject({ rows: 5_000 });
    expect(verifier.mostInFlight()).toBe(16);
  });

  it('says what is wrong with an input or output it cannot use', async () => {
    await writeFile(path('in.jsonl'), jsonRows(1));
    await expect(verify('none.jsonl', 'out.jsonl')).rejects.toThrow('cannot be read');
    await expect(verify('in.jsonl', 'in.jsonl')).rejects.toThrow('are the same file');
    await expect(verify('in.jsonl', 'no/folder/out.jsonl')).rejects.toThrow('cannot be written to');
    await writeFile(path('in.csv'), 'text,source\n');
    await expect(verify('in.csv', 'out.csv')).rejects.toThrow('missing: claim');
    expect((await readdir(folder)).sort()).toEqual(['in.csv', 'in.jsonl']);
  });
});

describe('files of other kinds', () => {
  const columns = { claim: 'text', sources: ['doc'] };
  const csv = 'id;text;doc\n1;Bees hum.;So: Bees hum.\n2;Pigs fly.;They do not.\n3;x\n';

  it('keep the other columns under their names, as TSV and with the delimiter that was asked for', async () => {
    await writeFile(path('in.csv'), csv);
    expect(await verify('in.csv', 'out.tsv', { columns })).toMatchObject({ rows: 3, errors: 1 });
    const [header, first] = (await read('out.tsv')).split('\n');
    expect(header!.split('\t').slice(0, 4)).toEqual(['id', 'text', 'doc', 'verdict']);
    expect(first!.split('\t').slice(0, 4)).toEqual(['1', 'Bees hum.', expect.any(String), 'SUPPORTED']);
    await verify('in.csv', 'out.csv', { columns, delimiter: ';' });
    expect(await read('out.csv')).toMatch(/^id;text;doc;verdict;/);
    await verifySome('in.csv', 'some.csv', 1, { columns, delimiter: ';' });
    await expect(verify('in.csv', 'some.csv', { columns, resume: true })).rejects.toThrow(
      'the delimiter ";", this one has "by default"',
    );
  });

  it('become a spreadsheet with the columns, numbers and dates of a spreadsheet, also after a stop', async () => {
    const day = new Date(Date.UTC(2024, 1, 29));
    const rows = [
      ['text', 'n', 'doc', 'verdict', 'day'],
      ['Bees hum.', 0.25, 'So: Bees hum.', '=1+1', day],
      ['', '', '', '', ''],
      ['Pigs fly.', -4, 'They do not.', 'no', ''],
      [2024, 7, '', '', day],
    ];
    await writeFile(path('in.xlsx'), xlsxOf(rows));
    await verifySome('in.xlsx', 'out.xlsx', 1, { columns });
    expect(await verify('in.xlsx', 'out.xlsx', { columns, resume: true })).toMatchObject({ rows: 3, cutCells: 0 });
    const written = await collect((await openTable(new Blob([await readFile(path('out.xlsx'))]), 'xlsx')).rows());
    const none = { text: null, n: null, doc: null, input_verdict: null, day: null };
    expect(written.map(({ values }) => values)).toMatchObject([
      { text: 'Bees hum.', n: 0.25, doc: 'So: Bees hum.', input_verdict: '=1+1', day, verdict: 'SUPPORTED', row: 2 },
      { ...none, text: 'Pigs fly.', n: -4, doc: 'They do not.', input_verdict: 'no', outcome: 'fail', row: 4 },
      { ...none, text: 2024, n: 7, day, verdict: null, error_code: 'invalid_request', row: 5 },
    ]);
    expect((await readdir(folder)).sort()).toEqual(['in.xlsx', 'out.xlsx']);
    await expect(verify('in.xlsx', 'out.xlsx', { columns })).rejects.toThrow('add --force');
  });
});

describe('answers with sources', () => {
  const kind = answersWithin({ ...ANSWER_LIMITS, answerLength: 40 });
  const sources = [{ id: 's', text: 'Bees hum.\nWasps sting.' }];
  const rows = [
    { id: 'a', answer: 'Bees hum.\nWasps sting.', sources, topic: 'insects' },
    { id: 'b', answer: 'Bees hum.\nPigs fly.', sources, citations: 'brackets', uncertain: 'fail', offsets: 'utf8' },
    { id: 'c', answer: 'Bees hum.', sources: [] },
    { id: 'd', answer: 'Bees hum. '.repeat(5), sources },
    { id: 'e', answer: 'Bees hum.', sources, verdict: 'old' },
  ];
  const input = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const lines = async (name: string) =>
    (await read(name))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));

  it('become the whole bodies of the API, with their sources, and a count of verdicts', async () => {
    await writeFile(path('in.jsonl'), `${input}nonsense\n`);
    const { rows: count, errors, verdicts, outcomes } = await verify('in.jsonl', 'out.jsonl', { kind });
    expect({ count, errors, verdicts, outcomes }).toEqual({
      ...{ count: 6, errors: 3 },
      verdicts: { SUPPORTED: 2, UNSUPPORTED: 0, UNCERTAIN: 1 },
      outcomes: { fail: 1, review: 0, pass: 2 },
    });
    const written = await lines('out.jsonl');
    expect(Object.keys(written[0])).toEqual([
      ...[
        'id',
        'answer',
        'sources',
        'topic',
        'outcome',
        'verdict',
        'offsets',
        'min_confidence',
        'counts',
        'grounding_score',
        'sentences',
        'receipt',
        'row',
      ],
    ]);
    expect(written.map(({ id, outcome, offsets, input_verdict }) => [id, outcome, offsets, input_verdict])).toEqual([
      ['a', 'pass', 'utf16', undefined],
      ['b', 'fail', 'utf8', undefined],
      ['c', undefined, undefined, undefined],
      ['d', undefined, undefined, undefined],
      ['e', 'pass', 'utf16', 'old'],
      [null, undefined, undefined, undefined],
    ]);
    expect(written[2]).toEqual({
      ...{ sources: [], id: 'c', answer: 'Bees hum.', row: 3 },
      error: { code: 'invalid_request', message: 'sources must be an array of 1 to 200 sources, got an array of 0.' },
    });
    expect(written[3].error.message).toBe('answer must be a string of 1 to 40 characters, got 50.');
  });

  it('are continued after a truncated end, with the same bytes and counts', async () => {
    await writeFile(path('in.jsonl'), input);
    const first = await verify('in.jsonl', 'whole.jsonl', { kind });
    const whole = await read('whole.jsonl');
    await verifySome('in.jsonl', 'out.jsonl', 1, { kind });
    const unfinished = await read('out.jsonl.state');
    for (const cut of [whole.length - 1, Math.floor(whole.length / 2), 0]) {
      await writeFile(path('out.jsonl'), whole.slice(0, cut));
      await writeFile(path('out.jsonl.state'), unfinished);
      expect(await verify('in.jsonl', 'out.jsonl', { kind, resume: true })).toEqual(first);
      expect(await read('out.jsonl')).toBe(whole);
    }
    await writeFile(path('out.jsonl.state'), unfinished);
    await expect(verify('in.jsonl', 'out.jsonl', { resume: true })).rejects.toThrow('the rows "answers"');
  });

  it('are refused to go on with another answer in the last row that was written', async () => {
    await writeFile(path('in.jsonl'), input);
    await verify('in.jsonl', 'whole.jsonl', { kind });
    const [first = ''] = (await read('whole.jsonl')).split('\n');
    await verifySome('in.jsonl', 'out.jsonl', 1, { kind });
    await writeFile(path('out.jsonl'), `${first.replace('Wasps sting.', 'Wasps hum.')}\n`);
    await expect(verify('in.jsonl', 'out.jsonl', { kind, resume: true })).rejects.toThrow('different answer');
  });
});

describe('--resume', () => {
  const formats: LineFormat[] = ['jsonl', 'csv'];
  const csvRows = (count: number) =>
    `id,claim,grounding_source\n${Array.from({ length: count }, (_, index) => `${index},"Claim\n${index}.","So, Claim\n1."`).join('\n')}\n`;
  const content = { jsonl: jsonRows(60), csv: csvRows(60) };

  it.each(formats)('continues after any truncated end of %s with the result of one run', async (format) => {
    await writeFile(path(`in.${format}`), content[format]);
    await verify(`in.${format}`, `whole.${format}`);
    const whole = await read(`whole.${format}`);
    await verifySome(`in.${format}`, `out.${format}`, 30);
    const { size } = await stat(path(`out.${format}`));
    const unfinished = await read(`out.${format}.state`);
    for (const cut of [size, size - 1, size - 2, Math.floor(size / 2), Math.floor(size / 3), 40, 7, 1, 0]) {
      await writeFile(path(`out.${format}`), whole.slice(0, cut));
      await writeFile(path(`out.${format}.state`), unfinished);
      expect(await verify(`in.${format}`, `out.${format}`, { resume: true })).toMatchObject({ rows: 60 });
      expect(await read(`out.${format}`)).toBe(whole);
    }
  });

  it('continues with escaped formulas only if it began with them', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => `=${index},- Claim ${index}.,So it is.`);
    await writeFile(path('in.csv'), `id,claim,grounding_source\n${rows.join('\n')}\n`);
    await verify('in.csv', 'whole.csv', { escapeFormulas: true });
    const whole = await read('whole.csv');
    expect(whole).toContain("\n'=7,'- Claim 7.,");
    await verifySome('in.csv', 'out.csv', 30, { escapeFormulas: true });
    await expect(verify('in.csv', 'out.csv', { resume: true })).rejects.toThrow(
      'the output format "csv, formulas escaped"',
    );
    await verify('in.csv', 'out.csv', { resume: true, escapeFormulas: true });
    expect(await read('out.csv')).toBe(whole);
  });

  it('verifies no row twice', async () => {
    await writeFile(path('in.jsonl'), content.jsonl);
    await verifySome('in.jsonl', 'out.jsonl', 30);
    const done = (await read('out.jsonl')).trim().split('\n').length;
    const verifier = fakeBatchVerifier();
    await verify('in.jsonl', 'out.jsonl', { resume: true, verifier });
    expect(verifier.calls()).toBe(60 - done);
    expect((await readdir(folder)).sort()).toEqual(['in.jsonl', 'out.jsonl']);
    await expect(verify('in.jsonl', 'out.jsonl', { resume: true })).rejects.toThrow(
      'it has no state file, as after a finished run',
    );
  });

  it('counts the error rows of the earlier run', async () => {
    await writeFile(path('in.jsonl'), `nonsense\n${content.jsonl}`);
    await verifySome('in.jsonl', 'out.jsonl', 30);
    expect(await verify('in.jsonl', 'out.jsonl', { resume: true })).toMatchObject({ rows: 61, errors: 1 });
  });

  it('starts from the beginning where nothing was written', async () => {
    await writeFile(path('in.jsonl'), content.jsonl);
    expect(await verify('in.jsonl', 'out.jsonl', { resume: true })).toMatchObject({ rows: 60 });
  });

  it('refuses another input and an output that belongs to no run', async () => {
    await writeFile(path('in.jsonl'), content.jsonl);
    await verifySome('in.jsonl', 'out.jsonl', 30);
    const fake = fakeBatchVerifier();
    const info: VerifierInfo = { ...fake.info, minConfidence: { value: 0.9, answers: 0.9, from: 'MIN_CONFIDENCE' } };
    await expect(verify('in.jsonl', 'out.jsonl', { resume: true, verifier: { ...fake, info } })).rejects.toThrow(
      '"0, for answers 0", this one has "0.9, for answers 0.9"',
    );
    await writeFile(path('in.jsonl'), content.jsonl.replace('Claim 59', 'Claim 58'));
    await expect(verify('in.jsonl', 'out.jsonl', { resume: true })).rejects.toThrow('had the input "');
    await writeFile(path('foreign.jsonl'), '{}\n');
    await expect(verify('in.jsonl', 'foreign.jsonl', { resume: true })).rejects.toThrow('cannot be resumed');
    expect(await read('foreign.jsonl')).toBe('{}\n');
  });

  it('is asked for where a run is unfinished; any other file is overwritten by force only', async () => {
    await writeFile(path('in.jsonl'), content.jsonl);
    await verifySome('in.jsonl', 'out.jsonl', 30);
    await expect(verify('in.jsonl', 'out.jsonl')).rejects.toThrow('Add --resume to continue that run');
    await verify('in.jsonl', 'out.jsonl', { resume: true });
    await expect(verify('in.jsonl', 'out.jsonl')).rejects.toThrow(
      'exists already. Choose another name, or add --force',
    );
    await writeFile(path('notes.jsonl'), 'precious');
    await expect(verify('in.jsonl', 'notes.jsonl')).rejects.toThrow('add --force');
    expect(await read('notes.jsonl')).toBe('precious');
    expect(await verify('in.jsonl', 'notes.jsonl', { force: true })).toMatchObject({ rows: 60 });
  });

  it.each(formats)('survives kill -9 of a process that writes %s', async (format) => {
    await writeFile(path(`in.${format}`), format === 'csv' ? csvRows(4000) : jsonRows(4000));
    await verify(`in.${format}`, `whole.${format}`);
    const driver = new URL('../../support/batch-driver.ts', import.meta.url).pathname;
    const args = ['--import', 'tsx', driver, path(`in.${format}`), path(`out.${format}`)];
    const child = spawn(process.execPath, args, { stdio: 'ignore' });
    const exit = once(child, 'exit');
    const isWriting = async () => ((await stat(path(`out.${format}`)).catch(() => undefined))?.size ?? 0) > 2000;
    while (child.exitCode === null && !(await isWriting())) await sleep(20);
    child.kill('SIGKILL');
    expect((await exit)[1]).toBe('SIGKILL');
    const written = (await read(`out.${format}`)).length;
    expect(written).toBeLessThan((await read(`whole.${format}`)).length);
    expect(await verify(`in.${format}`, `out.${format}`, { resume: true })).toMatchObject({ rows: 4000 });
    expect(await read(`out.${format}`)).toBe(await read(`whole.${format}`));
  });
});
