import { gzipSync } from 'node:zlib';
import { list, type Step } from '../step.ts';
import { source, TABLE, text } from './texts.ts';

const JSONL = 'application/x-ndjson';
const CSV = 'text/csv';

const lines = (rows: readonly unknown[]) =>
  rows.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join('');

const CLAIM_ROWS: readonly (object | string)[] = [
  { id: 'a', claim: 'The plant makes valves.', grounding_source: text('report') },
  {
    id: 'b',
    claim: 'The plant employs 530 people.',
    grounding_source: text('report'),
    note: { deep: [1, null, 'é😀'] },
  },
  { id: 'c', claim: 'Hello!', grounding_source: text('report'), verdict: 'mine', line: 7, reasoning: '=1+1' },
  { claim: 'No id, "quotes", commas\nand lines.', grounding_source: TABLE },
  { id: 'e', claim: '', grounding_source: 'Empty claim.' },
  { id: 'f', claim: 'No source.' },
  { id: 'g', claim: 7, grounding_source: 'A number.' },
  { id: 'h', claim: 'x'.repeat(501), grounding_source: 'Too long.' },
  'no JSON',
  '[1]',
  'null',
  '',
  '{"id": "m", "claim": "A lone \\ud800.", "grounding_source": "Surrogate."}',
  `{"id": "n", "deep": ${'['.repeat(600)}${']'.repeat(600)}}`,
  { id: '-1', claim: 'Demand for pumps grew in 2014.', grounding_source: text('press'), error: 'mine' },
];

const ANSWER_ROWS = [
  {
    id: 'a',
    answer: 'The plant makes valves [1]. It employs 530 people [1].',
    sources: [source('1', 'report')],
    citations: 'brackets',
  },
  { id: 'b', answer: 'Hello!', sources: [source('1', 'report')], uncertain: 'fail', topic: 'none' },
  { id: 'c', answer: 'The union called the plan "an outrage".', sources: [source('p', 'press')], offsets: 'utf8' },
  { id: 'd', answer: '', sources: [source('1', 'report')] },
  { id: 'e', answer: 'No sources.' },
  { id: 'f', answer: 'A text as source.', sources: ['a'] },
  { id: 'g', answer: 'The plant makes valves.', sources: [source('1', 'report')], uncertain: 'maybe' },
  {
    answer: 'No worker was dismissed. The lighthouse is staffed.',
    sources: [source('p', 'press'), source('h', 'harbour')],
  },
  'no JSON',
];

const CSV_ROWS = `id,claim,grounding_source,note
a,The plant makes valves.,"${text('report')}",=1+1
b,"It says ""no"", and it
has two lines.","The plant makes ""valves""",
c,too few
d,too,many,fields,here,more
e,,Empty claim.,
"f"x,broken,quote,

g,The plant employs 530 people.,The plant employs 350 people.,é😀
`;
const SEMICOLONS = 'claim;grounding_source\r\nIt rose; no.;x\r\n"It rose; yes.";It rose by 5 %.\r\n';
const TABS = 'grounding_source\tclaim\nIt rose by 5 %.\tIt rose.\n';

const post = (name: string, type: string, body: string | Buffer, query = '', more: Partial<Step> = {}): Step => ({
  name,
  path: `/v1/jobs${query}`,
  body,
  ...more,
  headers: { 'content-type': type, ...more.headers },
});

/** A job, its end and its results in three formats. */
function whole(name: string, submit: Step): Step[] {
  const job = '/v1/jobs/{{job}}';
  return [
    { ...submit, name, keep: { job: 'id' } },
    { name: `${name}, completed`, path: job, until: 'completed' },
    { name: `${name}, results`, path: `${job}/results` },
    { name: `${name}, results in CSV`, path: `${job}/results?format=csv` },
    { name: `${name}, results in Parquet`, path: `${job}/results?format=parquet`, record: 'base64' },
  ];
}

const CLAIMS_FILE = lines(CLAIM_ROWS);
const REPEATED = { 'idempotency-key': 'a-key-of-recordings-1' };

const GOOD: readonly Step[] = [
  ...whole('claims in JSONL', post('', JSONL, CLAIMS_FILE, '?name=claims.jsonl')),
  ...whole('claims in CSV', post('', CSV, CSV_ROWS, '?name=claims%20%C3%A9.csv')),
  ...whole('answers', post('', 'application/jsonl; charset=utf-8', lines(ANSWER_ROWS), '?rows=answers')),
  ...whole('gzip', post('', JSONL, gzipSync(CLAIMS_FILE), '?rows=claims', { headers: { 'content-encoding': 'gzip' } })),
  ...whole('semicolons', post('', CSV, SEMICOLONS)),
  ...whole('tabs', post('', CSV, TABS, '?delimiter=tab')),
  ...whole('bars', post('', CSV, 'claim|grounding_source\nIt rose.|It rose.\n', '?delimiter=%7C')),
  ...whole('a byte order mark', post('', CSV, '\ufeffclaim,grounding_source\nIt rose.,It rose.')),
  ...whole(
    '60 rows',
    post(
      '',
      JSONL,
      lines(Array.from({ length: 60 }, (_, at) => ({ ...(CLAIM_ROWS[at % 3] as object), id: `r${at}` }))),
    ),
  ),
];

const ABOUT: readonly Step[] = [
  { name: 'HEAD of a job', method: 'HEAD', path: '/v1/jobs/{{job}}' },
  { name: 'HEAD of results', method: 'HEAD', path: '/v1/jobs/{{job}}/results' },
  { name: 'cancel a completed one', method: 'POST', path: '/v1/jobs/{{job}}/cancel' },
  { name: 'results in another format', path: '/v1/jobs/{{job}}/results?format=xml' },
  { name: 'results with another parameter', path: '/v1/jobs/{{job}}/results?more=1' },
  { name: 'list', path: '/v1/jobs' },
  { name: 'list of two', path: '/v1/jobs?count=2&status=completed', keep: { next: 'next' } },
  { name: 'list from a cursor', path: '/v1/jobs?count=2&cursor={{next}}' },
  { name: 'list of canceled ones', path: '/v1/jobs?status=canceled' },
  ...['status=done', 'count=0', 'count=201', 'count=a', 'cursor=a', 'more=1', 'count=1&count=2'].map((query) => ({
    name: `list with ${query}`,
    path: `/v1/jobs?${query}`,
  })),
  { name: 'a place', method: 'POST', path: '/v1/jobs/places', keep: { place: 'place' } },
  post('a file for the place', CSV, TABS, '', { headers: { 'x-upload-place': '{{place}}' } }),
  post('a file for no place', CSV, TABS, '', { headers: { 'x-upload-place': 'nothing' } }),
  post('with Idempotency-Key', CSV, TABS, '?name=repeated', { headers: REPEATED, keep: { first: 'id' } }),
  { name: 'it is completed', path: '/v1/jobs/{{first}}', until: 'completed' },
  post('repeated', CSV, TABS, '?name=repeated', { headers: REPEATED }),
  post('another file of the same length', CSV, TABS.replace('rose.', 'fell.'), '?name=repeated', { headers: REPEATED }),
  post('another name', CSV, TABS, '?name=another', { headers: REPEATED }),
  post('a short Idempotency-Key', CSV, TABS, '', { headers: { 'idempotency-key': 'short' } }),
  { name: 'delete', method: 'DELETE', path: '/v1/jobs/{{first}}' },
  { name: 'a deleted one', path: '/v1/jobs/{{first}}' },
  { name: 'delete a deleted one', method: 'DELETE', path: '/v1/jobs/{{first}}' },
  ...['', '/results', '/cancel'].map((of) => ({
    name: `no such job${of}`,
    path: `/v1/jobs/job_0000000000000000${of}`,
    ...(of === '/cancel' ? { method: 'POST' } : {}),
  })),
  { name: 'an odd id', path: '/v1/jobs/%00%F0%9F%98%80' },
  { name: 'a malformed path', path: '/v1/jobs/%ZZ' },
  { name: "another customer's job", path: '/v1/jobs/{{job}}', token: 'other' },
  { name: "another customer's results", path: '/v1/jobs/{{job}}/results', token: 'other' },
  { name: "another customer's list", path: '/v1/jobs', token: 'other' },
];

const BAD_QUERIES = [
  'name=',
  `name=${'x'.repeat(201)}`,
  'name=a%0Ab',
  'name=a&name=b',
  'rows=all',
  'delimiter=a',
  'delimiter=%22',
  'delimiter=ab',
  'webhook_url=https://hooks.example/',
  'more=1',
];

const REFUSED: readonly Step[] = [
  ...BAD_QUERIES.map((query) => post(`query ${query.slice(0, 30)}`, CSV, TABS, `?${query}`)),
  post('a delimiter with JSONL', JSONL, CLAIMS_FILE, '?delimiter=tab'),
  post('answers in CSV', CSV, TABS, '?rows=answers'),
  ...['application/json', 'text/csv; charset=latin1', 'multipart/form-data; boundary=a', ''].map((type) =>
    post(`Content-Type: ${type}`, type, TABS),
  ),
  post('brotli', CSV, TABS, '', { headers: { 'content-encoding': 'br' } }),
  post('damaged gzip', CSV, gzipSync(TABS).subarray(0, 20), '', { headers: { 'content-encoding': 'gzip' } }),
  post('no gzip', CSV, TABS, '', { headers: { 'content-encoding': 'gzip' } }),
  post('an empty file', CSV, ''),
  post('blank lines', JSONL, '\n\n  \n'),
  post('a header alone', CSV, 'claim,grounding_source\n'),
  post('a column missing', CSV, 'claim,source\na,b\n'),
  post('a column twice', CSV, 'claim,claim,grounding_source\na,b,c\n'),
  post(
    '1,001 columns',
    CSV,
    `claim,grounding_source${Array.from({ length: 999 }, (_, at) => `,c${at}`).join('')}\na,b\n`,
  ),
  post('long names of columns', CSV, `claim,grounding_source,${'n'.repeat(70_000)}\na,b,c\n`),
  post('a header that is no UTF-8', CSV, Buffer.from([0xff, 0x2c, 0x61, 0x0a])),
  post('an open quote in the header', CSV, '"claim,grounding_source\na,b\n'),
  post('UTF-16', CSV, Buffer.from('\ufeffclaim,grounding_source\n', 'utf16le')),
  post('no token', CSV, TABS, '', { token: null }),
  post('an unknown token', CSV, TABS, '', { token: 'unknown' }),
  post('an inactive subscription', CSV, TABS, '', { token: 'inactive' }),
  { name: 'the list without token', path: '/v1/jobs', token: null },
  { name: 'a place without token', method: 'POST', path: '/v1/jobs/places', token: null },
  { name: 'PUT', method: 'PUT', path: '/v1/jobs', body: TABS },
  { name: 'PATCH of a job', method: 'PATCH', path: '/v1/jobs/{{job}}', body: {} },
  { name: 'GET of cancel', path: '/v1/jobs/{{job}}/cancel' },
  { name: 'OPTIONS', method: 'OPTIONS', path: '/v1/jobs' },
];

/** Files that are refused row by row, or taken, as they are. */
const ODD_FILES: readonly Step[] = [
  ...whole('an open quote', post('', CSV, 'claim,grounding_source\n"a,b\nc,d\ne,"f\n')),
  ...whole(
    'a row of 1,100 names',
    post('', JSONL, lines([Object.fromEntries(Array.from({ length: 1_100 }, (_, at) => [`n${at}`, at]))])),
  ),
  ...whole(
    'a line of 1.4 MB',
    post('', JSONL, `{"claim": "${'x'.repeat(1_400_000)}"}\n${lines(CLAIM_ROWS.slice(0, 1))}`),
  ),
  post(
    'bytes that are no UTF-8',
    JSONL,
    Buffer.concat([Buffer.from([0x7b, 0xff, 0x7d, 0x0a]), Buffer.from(lines(CLAIM_ROWS.slice(0, 1)))]),
  ),
];

export const JOBS = list('jobs', 'key', [...GOOD, ...ABOUT]);
/** After JOBS, whose last job they ask for. */
export const JOB_REFUSALS = list('jobs refused', 'key', [...REFUSED, ...ODD_FILES]);

/** With JOB_CONCURRENCY=0, low bounds and WEBHOOK_HOSTS: no row is begun. */
export const WAITING_JOBS = list('waiting jobs', 'key', [
  post('a file', CSV, TABS, '?webhook_url=https%3A%2F%2Fhooks.example%2Fjobs%23part', { keep: { waiting: 'id' } }),
  { name: 'it is queued', path: '/v1/jobs/{{waiting}}' },
  { name: 'its results', path: '/v1/jobs/{{waiting}}/results' },
  { name: 'delete it', method: 'DELETE', path: '/v1/jobs/{{waiting}}' },
  post('another file', CSV, TABS, '', { keep: { waiting: 'id' } }),
  { name: 'cancel it', method: 'POST', path: '/v1/jobs/{{waiting}}/cancel' },
  { name: 'cancel it again', method: 'POST', path: '/v1/jobs/{{waiting}}/cancel' },
  { name: 'no results', path: '/v1/jobs/{{waiting}}/results' },
  { name: 'no results in CSV', path: '/v1/jobs/{{waiting}}/results?format=csv' },
  { name: 'no results in Parquet', path: '/v1/jobs/{{waiting}}/results?format=parquet' },
  ...[
    'http://hooks.example/',
    'https://a:b@hooks.example/',
    'https://other.example/',
    'nowhere',
    `https://hooks.example/${'x'.repeat(2_000)}`,
  ].map((url) => post(`webhook_url ${url.slice(0, 30)}`, CSV, TABS, `?webhook_url=${encodeURIComponent(url)}`)),
  post('too many bytes', CSV, `claim,grounding_source\n${'It rose.,It rose.\n'.repeat(300)}`),
  post('too many bytes unpacked', CSV, gzipSync(`claim,grounding_source\n${'It rose.,It rose.\n'.repeat(300)}`), '', {
    headers: { 'content-encoding': 'gzip' },
  }),
  post('too many rows', CSV, `claim,grounding_source\n${'It rose.,It rose.\n'.repeat(12)}`),
  post('too many blank lines', JSONL, '\n'.repeat(12)),
  post('the rows of a day', CSV, `claim,grounding_source\n${'It rose.,It rose.\n'.repeat(10)}`),
  post('more than the rows of a day', CSV, `claim,grounding_source\n${'It rose.,It rose.\n'.repeat(10)}`),
  { name: 'a first place', method: 'POST', path: '/v1/jobs/places' },
  { name: 'a second place', method: 'POST', path: '/v1/jobs/places' },
  post('no place', CSV, TABS),
]);
