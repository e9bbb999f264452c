import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { area, type Target } from './area.ts';
import { send } from './exchange.ts';

/** Parts of files of rows, and bytes that break them. */
const PIECES = [
  ...['"', '""', ',', ';', '\t', '|', '\n', '\r\n', '\r', '\0', ' ', '\u2028', '\ufeff', '\ud800', 'é', '😀'],
  ...['{', '}', '[', ']', '\\', ':', 'null', '1e999', '"__proto__":', '{"a":', '\\ud800', '\\u0041'],
  ...['claim', 'grounding_source', 'x","', '"a"b', 'c,', 'It rose.,It rose.\n', '=1+1'],
  '{"claim":"It rose.","grounding_source":"It rose."}\n',
].map((text) => Buffer.from(text));
const anyBytes = fc.uint8Array({ minLength: 1, maxLength: 8 }).map((bytes) => Buffer.from(bytes));
const piece = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...PIECES) }, { weight: 1, arbitrary: anyBytes });
const repeated = fc
  .tuple(fc.array(piece, { minLength: 1, maxLength: 4 }), fc.constantFrom(1, 1, 3, 50, 1_000, 60_000))
  .map(([pieces, times]) => ({ unit: Buffer.concat(pieces), times }));
/** Lines that leave much open for those after them: work by the square of their number is minutes. */
const openLines = fc
  .constantFrom('x","\n', '"\n', '"a\n', ',"b\nc\n', '\n', '{"a":', '[', '"c')
  .map((text) => ({ unit: Buffer.from(text), times: 150_000 }));
/** A number of column names. */
const names = fc.constantFrom(10, 2_000, 50_000).map((count) => {
  return { unit: Buffer.from(Array.from({ length: count }, (_, at) => `c${at},`).join('')), times: 1 };
});
const inputs = fc.record({
  type: fc.constantFrom('text/csv', 'application/x-ndjson'),
  header: fc.boolean(),
  parts: fc.array(fc.oneof({ weight: 4, arbitrary: repeated }, openLines, names), { maxLength: 4 }),
  gzip: fc.constantFrom('no', 'no', 'yes', 'cut'),
  rows: fc.constantFrom('claims', 'claims', 'answers'),
});
const MAX_BYTES = 300_000;
const STATUSES = [202, 400, 413];

/** Files of any bytes: each is a job with as many results as rows in time, or is refused with a sentence. */
export const jobsArea = area({
  name: 'jobs',
  parallel: 2,
  inputs,
  check: async ({ type, header, parts, gzip, rows }, target) => {
    const unpacked = Buffer.concat([
      Buffer.from(header ? 'claim,grounding_source\n' : ''),
      ...parts.map(({ unit, times }) => Buffer.alloc(unit.length * times, unit)),
    ]).subarray(0, MAX_BYTES);
    const headers = { authorization: `Bearer ${target.key}`, 'content-type': type };
    const answer = await send(target, { path: `/v1/jobs?rows=${rows}`, headers, body: packed(unpacked, gzip) });
    if (!STATUSES.includes(answer.status)) {
      throw new Error(`expected status ${STATUSES.join(', ')}, got ${answer.status} with ${answer.body}`);
    }
    if (answer.status !== 202) return;
    const { id } = JSON.parse(answer.body) as { id: string };
    await expectStatus(target, `/v1/jobs/${id}`, 'GET', 200);
    // Most have more rows than can be verified meanwhile.
    await expectStatus(target, `/v1/jobs/${id}`, 'DELETE', 204);
  },
});

function packed(bytes: Buffer, gzip: 'no' | 'yes' | 'cut'): Uint8Array<ArrayBuffer> {
  if (gzip === 'no') return new Uint8Array(bytes);
  const whole = gzipSync(bytes);
  return new Uint8Array(gzip === 'yes' ? whole : whole.subarray(0, Math.floor(whole.length / 2)));
}

async function expectStatus(target: Target, path: string, method: string, status: number): Promise<void> {
  const headers = { authorization: `Bearer ${target.key}` };
  const answer = await send(target, { method, path, headers });
  if (answer.status !== status) {
    throw new Error(`expected status ${status} of ${method} ${path}, got ${answer.status} with ${answer.body}`);
  }
}
