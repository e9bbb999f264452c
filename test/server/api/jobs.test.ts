import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { JobBody, JobListBody } from '../../../src/contract/job.ts';
import { eventually } from '../../support/eventually.ts';
import { fakeBatchVerifier } from '../../support/fake-batch-verifier.ts';
import { type Customer, type JobServer, jobServer } from './jobs/support/job-server.ts';

let server: JobServer;
let ada: Customer;
let bob: Customer;

async function start(env: Record<string, string> = {}): Promise<void> {
  server = await jobServer(env);
  ada = await server.customer('ada');
  bob = await server.customer('bob');
}

afterEach(() => server.close());

const row = (id: string, claim = 'Pigs fly.') => JSON.stringify({ id, claim, grounding_source: 'Pigs fly.' });
const lines = (count: number, prefix = '') =>
  Array.from({ length: count }, (_, at) => `${row(`${prefix}${at}`, `${prefix}igs fly.`)}\n`).join('');

describe('a file that is submitted', () => {
  beforeEach(() => start());

  it('is a job of its key, and of no other', async () => {
    const response = await ada.submit(lines(120), { query: '?name=claims.jsonl' });
    const job = await response.json();
    expect([response.status, response.headers.get('location')]).toEqual([202, `/v1/jobs/${job.id}`]);
    expect(JobBody.parse(job)).toEqual(job);
    expect(job).toMatchObject({ name: 'claims.jsonl', kind: 'claims', status: 'queued', rows: 120, rows_done: 0 });
    expect(await ada.json(`/v1/jobs/${job.id}`)).toEqual(job);
    for (const [path, method] of [
      ['', 'GET'],
      ['', 'DELETE'],
      ['/results', 'GET'],
      ['/cancel', 'POST'],
    ]) {
      const { status } = await bob.request(`/v1/jobs/${job.id}${path}`, { method: method! });
      expect(status, `${method} ${path}`).toBe(404);
    }
    expect(await bob.json('/v1/jobs')).toEqual({ jobs: [], total: 0, next: null });
  });

  it('is verified, and its results are one row for each of its rows, in their order', async () => {
    const { id } = await (await ada.submit(lines(120))).json();
    const early = await ada.request(`/v1/jobs/${id}/results`);
    expect([early.status, (await early.json()).error.message]).toEqual([
      409,
      'The job is queued: 0 of 120 rows are done. Fetch the results when it has ended.',
    ]);
    server.work();
    expect(await ada.ended(id)).toMatchObject({ status: 'completed', rows_done: 120, errors: {} });
    const results = await ada.request(`/v1/jobs/${id}/results`);
    expect(results.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(results.headers.get('content-disposition')).toBe(`attachment; filename="${id}.jsonl"`);
    const ids = (await results.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).id);
    expect(ids).toEqual(Array.from({ length: 120 }, (_, at) => String(at)));
  });

  it('may be gzip, with its header or without', async () => {
    const body = gzipSync(lines(7));
    for (const headers of [{ 'content-encoding': 'gzip' }, {}] as Record<string, string>[]) {
      expect(await (await ada.submit(body, { headers })).json()).toMatchObject({ rows: 7 });
    }
    const torn = await ada.submit(body.subarray(0, body.length - 9));
    expect([torn.status, (await torn.json()).error.message]).toEqual([
      400,
      expect.stringMatching(/^The gzip file cannot be unpacked/),
    ]);
  });

  it('counts as one request and its rows against nothing else', async () => {
    const few = await server.customer('few', 3);
    const first = await few.submit(lines(200));
    expect([first.status, first.headers.get('x-ratelimit-remaining')]).toEqual([202, '2']);
  });

  it('is logged with its sizes and without texts', async () => {
    await ada.submit(lines(3), { query: '?name=secret-name' });
    const line = server.server.log.find((text) => text.includes('"route":"/v1/jobs"'))!;
    expect(JSON.parse(line)).toMatchObject({ method: 'POST', status: 202, rows: 3, bytes: lines(3).length });
    expect(server.server.log.join('')).not.toMatch(/Pigs|secret-name/);
  });

  it('is sent once with an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'one-of-a-kind' };
    const first = await ada.submit(lines(5), { headers });
    const again = await ada.submit(lines(5), { headers });
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([202, 'true']);
    expect(await again.json()).toEqual(await first.json());
    expect((await ada.submit(lines(5), { headers, query: '?name=other' })).status).toBe(409);
    expect((await ada.json('/v1/jobs')).total).toBe(1);
  });
});

describe('how a file is read', () => {
  beforeEach(() => start());

  const TEXT = 'Nr;Aussage;Quelle;Auszug\n1;Müller – sagt ja.;Müller – sagt ja.;\n2;"Nein ""so""";Ja;So.\n';
  const NAMED = '?claim_column=Aussage&source_column=Quelle&source_column=Auszug';
  const claims = [
    { Nr: '1', claim: 'Müller – sagt ja.', grounding_source: 'Müller – sagt ja.' },
    { Nr: '2', claim: 'Nein "so"', grounding_source: 'Ja\n\nSo.' },
  ];
  const json = JSON.stringify(claims.map(({ claim, ...others }) => ({ Aussage: claim, ...others })));

  it.each([
    ['CSV', 'text/csv', Buffer.from(TEXT), NAMED],
    ['UTF-16', 'text/csv', Buffer.from(`\ufeff${TEXT}`, 'utf16le'), `${NAMED}&encoding=utf-16`],
    ['windows-1252', 'text/csv', Buffer.from(TEXT.replaceAll('–', '\x96'), 'latin1'), `${NAMED}&encoding=windows-1252`],
    ['packed', 'text/csv', gzipSync(Buffer.from(`\ufeff${TEXT}`, 'utf16le')), `${NAMED}&encoding=utf-16&delimiter=;`],
    ['an array of JSON', 'application/json', Buffer.from(json), '?claim_column=Aussage'],
  ])('is said by names, delimiter and encoding: %s', async (_, type, file, query) => {
    const { id } = await (await ada.submit(file, { headers: { 'content-type': type }, query })).json();
    const chunks = await server.access.database.query<{ input: string }>('SELECT input FROM job_chunks');
    const rows = chunks[0]!.input.split('\n').map((text) => JSON.parse(text));
    const first = type === 'text/csv' ? 2 : 1;
    expect(rows.map(([at, columns]) => [at, columns])).toEqual([
      [first, claims[0]],
      [first + 1, claims[1]],
    ]);
    server.work();
    expect(await ada.ended(id)).toMatchObject({ rows: 2, errors: {} });
    const csv = await ada.request(`/v1/jobs/${id}/results?format=csv&bom=true&output_delimiter=tab`);
    const text = Buffer.from(await csv.arrayBuffer()).toString();
    expect(text).toMatch(/^\ufeffNr\tclaim\tverdict\t.*\trow\n1\tMüller – sagt ja\.\t/);
  });

  it('is asked for in words that name the parameter', async () => {
    const refusals = [
      ['a;b\n1;2\n', 'claim_column', 'Rename yours, or say which columns have the claim and the source.'],
      [Buffer.from('claim;grounding_source\nä;b', 'latin1'), 'encoding', 'Set the encoding of the file'],
    ] as const;
    for (const [body, field, words] of refusals) {
      const response = await ada.submit(body, { headers: { 'content-type': 'text/csv' } });
      const { error } = await response.json();
      expect([response.status, error.details.field, error.message.includes(words)]).toEqual([400, field, true]);
    }
  });
});

describe('what cannot be a job', () => {
  beforeEach(() => start({ MAX_JOB_BYTES: '5000', MAX_JOB_ROWS: '20', JOB_ROWS_PER_DAY: '30' }));

  it.each([
    [
      'no type',
      { 'content-type': '' },
      '',
      'Expected the header Content-Type: application/x-ndjson, application/jsonl, application/json or text/csv, got another type.',
    ],
    [
      'XLSX',
      { 'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
      '',
      'Expected the header Content-Type: application/x-ndjson, application/jsonl, application/json or text/csv, got another type.',
    ],
    [
      'another charset',
      { 'content-type': 'text/csv; charset=latin1' },
      '',
      'Expected the header Content-Type: application/x-ndjson, application/jsonl, application/json or text/csv in UTF-8, got another charset.',
    ],
    [
      'another encoding',
      { 'content-encoding': 'br' },
      '',
      'Expected Content-Encoding: gzip or none, got another encoding.',
    ],
    ['a delimiter', {}, '?delimiter=;', 'delimiter is for CSV only. Leave it out.'],
    [
      'answers as CSV',
      { 'content-type': 'text/csv' },
      '?rows=answers',
      'Whole answers cannot be sent as CSV. Send JSONL or JSON.',
    ],
    [
      'names of columns of answers',
      {},
      '?rows=answers&claim_column=text',
      'claim_column is for rows=claims only. Leave it out: answers have the field names of POST /v1/verify/answer.',
    ],
    ['an empty name of a column', {}, '?source_column=', 'source_column: expected a name of 1 to 1000 characters.'],
    ['an unknown parameter', {}, '?row=claims', 'row: Unrecognized key: "row".'],
  ])('is refused: %s', async (_, headers, query, message) => {
    const response = await ada.submit(lines(1), { headers: headers as never, query });
    expect([response.status, (await response.json()).error.message]).toEqual([400, message]);
  });

  it.each([
    ['nothing', '', {}, 'The file has no rows. Send at least one.'],
    ['blank lines', '\n \r\n\n', {}, 'The file has no rows. Send at least one.'],
    [
      'a CSV header alone',
      'claim,grounding_source\n',
      { 'content-type': 'text/csv' },
      'The file has no rows. Send at least one.',
    ],
    [
      'UTF-16',
      Buffer.from('\ufeff{"claim":"a"}', 'utf16le'),
      {},
      'The file is UTF-16, not UTF-8. Set its encoding to utf-16.',
    ],
    [
      'another encoding',
      Buffer.from('claim,grounding_source\nMüller,x\n', 'latin1'),
      { 'content-type': 'text/csv' },
      'Line 2 is not valid UTF-8. Set the encoding of the file: utf-16 or windows-1252.',
    ],
    [
      'CSV without the columns',
      'a,b\n1,2\n',
      { 'content-type': 'text/csv' },
      expect.stringMatching(/^Expected the columns claim, grounding_source; missing: /),
    ],
  ])('is a file with %s', async (_, body, headers, message) => {
    const response = await ada.submit(body as never, { headers: headers as never });
    expect([response.status, (await response.json()).error.message]).toEqual([400, message]);
    expect((await ada.json('/v1/jobs')).total).toBe(0);
  });

  it('is a file with too many bytes, as they are sent or unpacked', async () => {
    const big = row('1', 'x'.repeat(6_000));
    const told = await ada.submit(big);
    expect([told.status, (await told.json()).error]).toEqual([
      413,
      {
        code: 'invalid_request',
        message: `Expected a file of at most 5000 bytes, got ${big.length}.`,
        details: { limit: 5000, received: big.length },
      },
    ]);
    expect((await ada.submit(new Blob([big]).stream())).status).toBe(413);
    expect((await ada.submit(gzipSync(big))).status).toBe(413);
    expect((await ada.json('/v1/jobs')).total).toBe(0);
  });

  it('is a file with too many rows', async () => {
    const response = await ada.submit(lines(21));
    expect([response.status, (await response.json()).error.details]).toEqual([
      413,
      { limit: 20, received: 21, line: 21 },
    ]);
    expect((await ada.submit(lines(20))).status).toBe(202);
  });

  it('is one row more than is left of the day, whoever deletes what', async () => {
    const { id } = await (await ada.submit(lines(18))).json();
    await ada.submit(lines(21));
    await ada.request(`/v1/jobs/${id}`, { method: 'DELETE' });
    const over = await ada.submit(lines(13));
    const { error } = await over.json();
    expect([over.status, error.code, error.details.window]).toEqual([429, 'rate_limited', 'day']);
    expect(error.details).toMatchObject({ limit: 30, remaining: 12 });
    expect(Number(over.headers.get('retry-after'))).toBe(error.details.retry_after_seconds);
    expect((await ada.submit(lines(12))).status).toBe(202);
    const none = await ada.submit(lines(1));
    expect([none.status, (await none.json()).error.details.remaining]).toEqual([429, 0]);
    expect((await bob.submit(lines(13))).status).toBe(202);
  });
});

describe('jobs', () => {
  beforeEach(() => start());

  it('are listed page by page, newest first, by status', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 5; at += 1) ids.unshift((await (await ada.submit(lines(1))).json()).id);
    await ada.request(`/v1/jobs/${ids[1]}/cancel`, { method: 'POST' });
    const seen: string[] = [];
    for (let path = '/v1/jobs?count=2'; ; ) {
      const page = JobListBody.parse(await ada.json(path));
      expect(page.total).toBe(5);
      seen.push(...page.jobs.map(({ id }) => id));
      if (page.next === null) break;
      path = `/v1/jobs?count=2&cursor=${page.next}`;
    }
    expect(seen.toSorted()).toEqual(ids.toSorted());
    const canceled = await ada.json('/v1/jobs?status=canceled');
    expect([canceled.total, canceled.jobs.map(({ id }: { id: string }) => id)]).toEqual([1, [ids[1]]]);
    expect((await ada.request('/v1/jobs?status=done')).status).toBe(400);
  });

  it('that are canceled keep the results before the first row without one', async () => {
    const { id } = await (await ada.submit(lines(60))).json();
    const response = await ada.request(`/v1/jobs/${id}/cancel`, { method: 'POST' });
    expect([response.status, await response.json()]).toEqual([200, expect.objectContaining({ status: 'canceled' })]);
    expect(await (await ada.request(`/v1/jobs/${id}/results`)).text()).toBe('');
    const csv = await (await ada.request(`/v1/jobs/${id}/results?format=csv`)).text();
    expect(csv).toBe(
      'id,claim,verdict,confidence,reasoning,audit_trail,outcome,reason_codes,error_code,error_message,other,row\n',
    );
  });

  it('that are deleted are gone with their texts', async () => {
    const { id } = await (await ada.submit(lines(60))).json();
    const response = await ada.request(`/v1/jobs/${id}`, { method: 'DELETE' });
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect((await ada.request(`/v1/jobs/${id}`)).status).toBe(404);
    await eventually(async () => {
      expect(await server.access.database.query('SELECT * FROM job_chunks')).toEqual([]);
    });
  });

  it('of two customers take turns', async () => {
    const asked: string[] = [];
    const first = (await (await ada.submit(lines(1_000, 'a'))).json()).id;
    const second = (await (await bob.submit(lines(100, 'b'))).json()).id;
    server.work(fakeBatchVerifier(({ claim }) => asked.push(claim[0]!)));
    await Promise.all([ada.ended(first), bob.ended(second)]);
    // A hundred rows are two chunks, and every other chunk is of the other customer.
    expect(asked.lastIndexOf('b')).toBeLessThan(250);
    for (const [customer, id, prefix, count] of [
      [ada, first, 'a', 1_000],
      [bob, second, 'b', 100],
    ] as const) {
      const text = await (await customer.request(`/v1/jobs/${id}/results`)).text();
      const ids = text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).id);
      expect(ids).toEqual(Array.from({ length: count }, (_, at) => `${prefix}${at}`));
    }
  });
});

describe('a server', () => {
  it('without jobs has none of their paths', async () => {
    await start({ JOBS: 'false' });
    expect((await ada.request('/v1/jobs')).status).toBe(404);
    const { paths } = await ada.json('/openapi.json');
    expect(Object.keys(paths).filter((path) => path.includes('jobs'))).toEqual([]);
  });

  it('asks for a key before it reads anything', async () => {
    await start();
    const response = await fetch(`http://127.0.0.1:${server.port}/v1/jobs`, { method: 'POST', body: 'x' });
    expect(response.status).toBe(401);
  });
});
