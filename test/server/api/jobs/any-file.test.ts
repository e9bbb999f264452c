import { fc } from '@fast-check/vitest';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Customer, type JobServer, jobServer } from './support/job-server.ts';

let server: JobServer;
let ada: Customer;
beforeEach(async () => {
  server = await jobServer();
  ada = await server.customer('ada');
});
afterEach(() => server.close());

const GZIP = Buffer.from([0x1f, 0x8b, 0x08]);
const WORDS = [
  ...['"', ',', ';', '\t', '\n', '\r\n', '\r', '{', '}', '[', ']', '\\', ':', ' ', '\0', '\u2028', '\ufeff', '\\ud800'],
  ...['{"claim":"a","grounding_source":"a"}', 'claim,grounding_source\n', 'null', '1e999', '"__proto__":', 'é', '😀'],
].map((word) => Buffer.from(word));
const part = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes)) },
);
const file = fc
  .tuple(
    fc.constantFrom(Buffer.alloc(0), Buffer.from('claim,grounding_source\n'), GZIP),
    fc.array(part, { maxLength: 30 }),
  )
  .map(([first, parts]) => Buffer.concat([first, ...parts]));

it('any bytes are a job with a result for each row, or are refused with a sentence', async () => {
  const jobs: { id: string; rows: number }[] = [];
  const types = fc.constantFrom('application/x-ndjson', 'text/csv');
  const submitted = fc.asyncProperty(file, types, async (body, type) => {
    const response = await ada.submit(body, { headers: { 'content-type': type } });
    const answer = await response.json();
    if (response.status === 202) jobs.push(answer);
    else
      expect([response.status, answer.error.message]).toEqual([
        400,
        expect.stringMatching(/^(Expected|Line \d+|The \w+) .+\.$/s),
      ]);
  });
  await fc.assert(submitted, {
    numRuns: 80,
    examples: [
      [GZIP, 'text/csv'],
      [Buffer.alloc(0), 'text/csv'],
    ],
  });
  expect(jobs.length).toBeGreaterThan(20);
  server.work();
  for (const { id, rows } of jobs) {
    expect(await ada.ended(id)).toMatchObject({ status: 'completed', rows, rows_done: rows });
    const results = await (await ada.request(`/v1/jobs/${id}/results`)).text();
    expect(results.split('\n').length - 1).toBe(rows);
    expect((await ada.request(`/v1/jobs/${id}/results?format=csv`)).status).toBe(200);
  }
});
