import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { parse } from 'csv-parse/sync';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyFile } from '../../../../src/cli/batch/verify-file.ts';
import { ANSWER_LIMITS } from '../../../../src/index.ts';
import { inputBounds } from '../../../../src/rows/row-bounds.ts';
import { answersWithin, CLAIMS, type RowKind } from '../../../../src/rows/row-kind.ts';
import { fakeBatchVerifier } from '../../../support/fake-batch-verifier.ts';
import { type Customer, type JobServer, jobServer } from './support/job-server.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jobs-'));
});
afterAll(() => rm(folder, { recursive: true }));

let server: JobServer;
let ada: Customer;
beforeEach(async () => {
  server = await jobServer();
  ada = await server.customer('ada');
  server.work();
});
afterEach(() => server.close());

it('break off when a part of them is missing, instead of ending as if they were whole', async () => {
  const file = Array.from({ length: 500 }, (_, at) => `${good({ id: at, note: 'x'.repeat(500) })}\n`).join('');
  const { id } = await (await ada.submit(file)).json();
  await ada.ended(id);
  await server.access.database.transaction((sql) =>
    sql.query('DELETE FROM job_chunks WHERE job_id = $1 AND chunk = 9', [id]),
  );
  for (const format of ['jsonl', 'csv']) {
    const response = await ada.request(`/v1/jobs/${id}/results?format=${format}`);
    expect(response.status).toBe(200);
    await expect(response.arrayBuffer()).rejects.toThrow(TypeError);
  }
});

const FORMATS = ['jsonl', 'csv'] as const;

/** What the command `verify` writes for a file, in a format. */
async function offline(
  content: Buffer,
  input: 'jsonl' | 'csv',
  output: (typeof FORMATS)[number],
  { kind = CLAIMS, escapeFormulas = false }: { kind?: RowKind; escapeFormulas?: boolean } = {},
) {
  const [from, to] = [join(folder, `in.${input}`), join(folder, `out.${output}`)];
  await writeFile(from, content);
  await rm(to, { force: true });
  await verifyFile(
    {
      ...{ kind, input: from, output: to, inputFormat: input, outputFormat: output, escapeFormulas },
      ...{ concurrency: 4, resume: false, force: true },
      bounds: inputBounds(ANSWER_LIMITS),
    },
    {
      openVerifier: async () => fakeBatchVerifier(),
      stderr: new PassThrough() as unknown as NodeJS.WriteStream,
      signal: new AbortController().signal,
    },
  );
  return readFile(to);
}

const good = (over: object = {}) =>
  JSON.stringify({ id: 1, claim: 'Pigs fly.', grounding_source: 'Pigs fly. So they say.', ...over });

/** Rows as real files have them. Bytes, because some are no UTF-8. */
const ODD_JSONL = Buffer.concat(
  [
    `\ufeff${good()}\r\n`,
    '\n  \t\r\n',
    '{}\n[]\nnull\n"text"\n17\nnot json\n{"claim":\n',
    `${good({ id: 1 })}\n${good({ id: 1 })}\n`,
    `${good({ claim: '' })}\n${good({ claim: 5, grounding_source: ['a'] })}\n${good({ claim: null })}\n`,
    `${good({ claim: 'x'.repeat(501) })}\n${good({ grounding_source: 'y'.repeat(10_001) })}\n`,
    `${good({ claim: 'x'.repeat(300_000) })}\n${good({ note: 'z'.repeat(5 * 1024 * 1024) })}\n`,
    `${good({ claim: '猪会飞。', grounding_source: '猪会飞。真的。' })}\n${good({ claim: 'Свиньи летают.' })}\n`,
    `${good({ id: 'emoji 😀', claim: 'Pigs fly 😀.' })}\n`,
    `{"id":"\\ud800","claim":"\\udfff lone","grounding_source":"a \\ud800 b"}\n`,
    `{"id":"nul \\u0000","claim":"a\\u0000b","grounding_source":"a\\u0000b","\\u0000":1}\n`,
    `${good({ row: 3, error: 'mine', verdict: 'mine', error_code: 'mine', other: 1 })}\n`,
    '{"__proto__":{"a":1},"1":"one","claim":"Pigs fly.","grounding_source":"Pigs fly."}\n',
    `{"id":1e40,"claim":"Pigs fly.","grounding_source":"Pigs fly.","n":-0,"big":12345678901234567890,"deep":{"a":[{}]}}\n`,
    `${good({ id: '=1+1', note: '"quoted", with\nlines\r\nand\ttabs' })}\n`,
    `{"id":"deep","claim":"Pigs fly.","grounding_source":"Pigs fly.","a":${'['.repeat(50_000)}${']'.repeat(50_000)}}\n`,
    Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d, 0x0a]),
    `${good({ claim: 'Pigs\u2028fly.' })}\n${good({ id: 'last' })}`,
  ].map((part) => Buffer.from(part as string)),
);

const ODD_CSV = Buffer.concat(
  [
    '\ufeffid;claim;grounding_source;verdict;note\r\n',
    '1;Pigs fly.;Pigs fly. So they say.;mine;=1+1\r\n',
    '\r\n',
    '1;"Pigs ""fly"";\r\nhigh.";"Pigs do not fly.";;\r\n',
    '2;too few\r\n3;a;b;c;d;too many\r\n',
    `4;${'x'.repeat(501)};s;;\r\n`,
    '5;"an unclosed quote;s;;\r\n6;5" pipe;s;;\r\n7;"a"b;s;;\r\n',
    '8;猪会飞。;猪会飞。真的。;;\r\n9;\0;\0;;\r\n',
    Buffer.from([0x31, 0x3b, 0xff, 0x3b, 0x73, 0x3b, 0x3b, 0x0d, 0x0a]),
    'last;Pigs fly.;Pigs fly.;;',
  ].map((part) => Buffer.from(part as string)),
);

async function resultsOf(content: Buffer, type: string, query = '') {
  const submitted = await ada.submit(content, { query, headers: { 'content-type': type } });
  expect(submitted.status).toBe(202);
  const { id } = await submitted.json();
  const job = await ada.ended(id);
  const read = async (format: string) =>
    Buffer.from(await (await ada.request(`/v1/jobs/${id}/results?format=${format}`)).arrayBuffer());
  return { job, read };
}

/** The rows of a file of results without the sources, which the command keeps and results of jobs leave out. */
async function rowsOf(file: Buffer, format: (typeof FORMATS)[number], kind: RowKind = CLAIMS): Promise<unknown[]> {
  const rows: Record<string, unknown>[] =
    format === 'csv'
      ? parse(file, { columns: true, bom: true })
      : file
          .toString()
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line));
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !kind.omitted.includes(name))));
}

describe('the results of a job are the rows that claim-verifier verify writes', () => {
  it.each([
    ['jsonl', 'application/x-ndjson', ODD_JSONL, { rows: 30, errors: { invalid_request: 17 } }],
    ['csv', 'text/csv', ODD_CSV, { rows: 12, errors: { invalid_request: 7 } }],
  ] as const)('of a file of odd rows: %s', async (input, type, content, facts) => {
    const { job, read } = await resultsOf(content, type);
    for (const format of FORMATS) {
      const expected = await rowsOf(await offline(content, input, format), format);
      expect(await rowsOf(await read(format), format), format).toEqual(expected);
    }
    const escaped = await read('csv&escape_formulas=true');
    const expected = await rowsOf(await offline(content, input, 'csv', { escapeFormulas: true }), 'csv');
    expect(await rowsOf(escaped, 'csv')).toEqual(expected);
    expect(escaped.includes("'=1+1")).toBe(true);
    expect(job).toMatchObject({ status: 'completed', rows_done: job.rows });
    expect({ rows: job.rows, errors: job.errors }).toEqual(facts);
  });

  it('of many rows, some of them errors', async () => {
    const rows = Array.from({ length: 1_234 }, (_, at) => good({ id: at, claim: at % 10 === 0 ? 7 : `Claim ${at}.` }));
    const content = Buffer.from(rows.join('\n'));
    const { read } = await resultsOf(content, 'application/jsonl');
    for (const format of FORMATS) {
      const expected = await rowsOf(await offline(content, 'jsonl', format), format);
      expect(await rowsOf(await read(format), format), format).toEqual(expected);
    }
  });

  it('of whole answers', async () => {
    const answer = (over: object = {}) =>
      JSON.stringify({ id: 'a', answer: 'Pigs fly. Cows too.', sources: [{ id: 's', text: 'Pigs fly.' }], ...over });
    const content = Buffer.from(
      [answer(), answer({ sources: [] }), answer({ citations: 'brackets' }), '{}'].join('\n'),
    );
    const { job, read } = await resultsOf(content, 'application/x-ndjson', '?rows=answers');
    expect(job).toMatchObject({ kind: 'answers', rows: 4, errors: { invalid_request: 2 } });
    const kind = answersWithin(ANSWER_LIMITS);
    const expected = await rowsOf(await offline(content, 'jsonl', 'jsonl', { kind }), 'jsonl', kind);
    expect(await rowsOf(await read('jsonl'), 'jsonl', kind)).toEqual(expected);
  });
});

it('have the columns of CSV, however many names later rows have', async () => {
  const later = Array.from({ length: 20 }, (_, at) => good({ [`name ${at}`]: at }));
  const content = Buffer.from([good({ verdict: 'mine', note: 'x' }), ...later, '{}'].join('\n'));
  const { read } = await resultsOf(content, 'application/x-ndjson');
  const csv = await read('csv');
  expect(csv.toString().split('\n')[0]!.split(',')).toEqual([
    ...['id', 'claim', 'input_verdict', 'note', 'verdict', 'confidence', 'reasoning', 'audit_trail'],
    ...['outcome', 'reason_codes', 'error_code', 'error_message', 'other', 'row'],
  ]);
  const rows = await rowsOf(csv, 'csv');
  expect(rows[3]).toMatchObject({ id: '1', note: '', verdict: 'SUPPORTED', row: '4', other: '{"name 2":2}' });
  expect(rows[21]).toMatchObject({ id: '', verdict: '', row: '22', error_code: 'invalid_request', other: '' });
});

it('refuse to mark formulas in JSONL, which spreadsheets do not read', async () => {
  const response = await ada.request(`/v1/jobs/job_0000000000000000/results?format=jsonl&escape_formulas=true`);
  expect([response.status, await response.json()]).toEqual([
    400,
    {
      error: {
        code: 'invalid_request',
        message: `escape_formulas is for format=csv only, and the format is jsonl. Leave it out.`,
        details: { field: 'escape_formulas' },
      },
    },
  ]);
});
