import { list, type Step } from '../step.ts';
import { jsonFaults } from './refusals.ts';
import { bad, get, KEYS, REVOKED_TOGETHER, SUBSCRIPTIONS } from './subscriptions.ts';

const A = '/admin/v1';
const REPEATED = { 'idempotency-key': 'a-key-of-recordings-3' };

const CUSTOMERS: readonly Step[] = [
  get('/customers'),
  {
    name: 'create Ada',
    path: `${A}/customers`,
    body: { name: ' Ada Ltd ', email: 'ada@example.com' },
    keep: { ada: 'id' },
  },
  { name: 'create Bo', path: `${A}/customers`, body: { name: 'Bo' }, headers: REPEATED, keep: { bo: 'id' } },
  { name: 'create Bo, repeated', path: `${A}/customers`, body: { name: 'Bo' }, headers: REPEATED },
  { name: 'create another, same Idempotency-Key', path: `${A}/customers`, body: { name: 'Cy' }, headers: REPEATED },
  get('/customers/{{ada}}'),
  { name: 'update Ada', method: 'PATCH', path: `${A}/customers/{{ada}}`, body: { email: 'ada@example.org' } },
  { name: 'update nothing', method: 'PATCH', path: `${A}/customers/{{ada}}`, body: {} },
  ...[
    'search=ada',
    'search=ADA@',
    'search={{bo}}',
    'search=100%25_',
    'search=%00',
    'status=active',
    'status=canceled',
    'count=1',
    'skip=1',
    'count=2&skip=9',
  ].map((query) => get(`/customers?${query}`)),
  get('/customers?count=1&search=', { name: 'a page of customers', keep: { page: 'next' } }),
  get('/customers?count=1&cursor={{page}}'),
  ...[
    'count=0',
    'count=201',
    'count=1.5',
    'skip=-1',
    'skip=9999999',
    'status=none',
    'cursor=a',
    'more=1',
    `search=${'x'.repeat(255)}`,
  ].map((query) => get(`/customers?${query}`)),
  ...bad('POST', '/customers', [
    {},
    { name: '' },
    { name: 'x'.repeat(101) },
    { name: 'a\nb' },
    { name: 'a\u200bb' },
    { name: 'see www.a.example' },
    { name: 1 },
    { name: 'A', email: 'nowhere' },
    { name: 'A', email: `${'x'.repeat(250)}@a.example` },
    { name: 'A', email: null },
    { name: 'A', phone: 1 },
  ]),
  ...bad('PATCH', '/customers/{{ada}}', [{ name: '' }, { email: null }, { id: 'a' }]),
  ...bad('PATCH', '/customers/cus_nobody', [{ name: 'A' }]),
  get('/customers/cus_nobody'),
  get('/customers/%F0%9F%98%80'),
];

const PLANS: readonly Step[] = [
  get('/plans'),
  {
    name: 'put a plan',
    method: 'PUT',
    path: `${A}/plans/large`,
    body: { name: 'Large', limit: 600, window_seconds: 3600 },
  },
  { name: 'change it', method: 'PUT', path: `${A}/plans/large`, body: { name: 'Larger', limit: null } },
  ...bad('PUT', '/plans/large', [
    {},
    { name: 'A' },
    { name: 'A', limit: 0 },
    { name: 'A', limit: 1, window_seconds: 0 },
    { name: '', limit: 1 },
    { name: 'A', limit: 1, more: 1 },
  ]),
  ...bad('PUT', '/plans/an%20odd%20id', [{ name: 'A', limit: 1 }]),
  get('/plans', { name: 'plans afterwards' }),
];

const OTHERS: readonly Step[] = [
  get('/emails'),
  get('/emails?state=waiting&count=1', { keep: { page: 'next' } }),
  get('/emails?count=1&cursor={{page}}'),
  ...['state=sent', 'subscription_id={{sub}}', 'state=lost', 'count=0', 'cursor=a', 'more=1'].map((query) =>
    get(`/emails?${query}`),
  ),
  get('/me'),
  get('/operators'),
  {
    name: 'a reader',
    path: `${A}/operators`,
    body: { name: 'eva', role: 'read' },
    keep: { reader: 'token', readerId: 'id' },
  },
  { name: 'an operator', path: `${A}/operators`, body: { name: 'ola', role: 'operate' }, keep: { operator: 'token' } },
  ...bad('POST', '/operators', [
    {},
    { name: 'eva', role: 'read' },
    { name: 'Eva', role: 'read' },
    { name: 'x'.repeat(41), role: 'read' },
    { name: 'a', role: 'all' },
    { name: 'a', role: 'read', more: 1 },
  ]),
  get('/me', { name: 'GET /me of a reader', token: 'reader' }),
  get('/customers/{{ada}}', { name: 'a customer for a reader', token: 'reader' }),
  { name: 'a change by a reader', path: `${A}/customers`, body: { name: 'A' }, token: 'reader' },
  {
    name: 'a change by an operator',
    path: `${A}/customers`,
    body: { name: 'Dee' },
    token: 'operator',
    keep: { dee: 'id' },
  },
  { name: 'revoke the reader', method: 'POST', path: `${A}/operators/{{readerId}}/revoke` },
  { name: 'revoke the reader again', method: 'POST', path: `${A}/operators/{{readerId}}/revoke` },
  { name: 'revoke no operator', method: 'POST', path: `${A}/operators/nobody/revoke` },
  get('/me', { name: 'GET /me of a revoked reader', token: 'reader' }),
  get('/operators', { name: 'operators afterwards' }),
  get('/me', { name: 'GET /me with a key', token: 'key' }),
];

/** Usage is written every five seconds. */
const WRITTEN_MS = 6_000;
const LATER: readonly Step[] = [
  {
    name: 'a claim with the key of Ada',
    path: '/v1/verify',
    token: 'adaKey',
    body: { claim: 'It rose.', grounding_source: 'It rose.' },
  },
  { name: 'a place with the key of Ada', method: 'POST', path: '/v1/jobs/places', token: 'adaKey' },
  {
    name: 'a job with the key of Ada',
    path: '/v1/jobs?name=export',
    token: 'adaKey',
    body: '{"claim":"a","grounding_source":"a"}\n',
    headers: { 'content-type': 'application/jsonl' },
    keep: { job: 'id' },
  },
  { name: 'it is completed', path: '/v1/jobs/{{job}}', token: 'adaKey', until: 'completed', pauseMs: 2_000 },
  { ...get('/keys/{{adaKeyId}}/usage'), pauseMs: WRITTEN_MS },
  get('/customers?search={{ada}}', { name: 'Ada in the list' }),
  get('/customers/{{ada}}', { name: 'Ada afterwards' }),
  { name: 'the account of Ada', path: '/v1/account', token: 'adaKey' },
  get('/customers/{{ada}}/export'),
  get('/customers/cus_nobody/export'),
  get('/audit'),
  get('/audit?count=3', { keep: { page: 'next' } }),
  get('/audit?count=3&cursor={{page}}'),
  get('/audit?subject={{ada}}'),
  ...['count=0', 'count=1001', 'cursor=a', 'more=1', `subject=${'x'.repeat(65)}`].map((query) =>
    get(`/audit?${query}`),
  ),
  ...REVOKED_TOGETHER,
  { name: 'delete Ada', method: 'DELETE', path: `${A}/customers/{{ada}}` },
  { name: 'delete Ada again', method: 'DELETE', path: `${A}/customers/{{ada}}` },
  { name: 'the deleted key', path: '/v1/account', token: 'adaKey', pauseMs: 2_500 },
  get('/audit?subject={{ada}}', { name: 'the audit of Ada, deleted' }),
  get('/nothing'),
  { name: 'DELETE of plans', method: 'DELETE', path: `${A}/plans` },
];

const PATHS_WITHOUT_TOKEN = [
  '/customers',
  '/customers/a',
  '/customers/a/export',
  '/subscriptions/a',
  '/keys',
  '/keys/a',
  '/keys/a/usage',
  '/emails',
  '/plans',
  '/audit',
  '/me',
  '/operators',
];

export const ADMIN = list('admin', 'admin', [
  ...PATHS_WITHOUT_TOKEN.map((path) => get(path, { name: `GET ${path} without token`, token: null })),
  ...CUSTOMERS,
  ...PLANS,
  ...SUBSCRIPTIONS,
  ...KEYS,
  ...OTHERS,
  ...jsonFaults(`${A}/customers`, { name: 'Faulty' }).map((step) => ({ ...step, name: `customers: ${step.name}` })),
  ...jsonFaults(`${A}/plans/faulty`, { name: 'Faulty', limit: 1 }, 'PUT').map((step) => ({
    ...step,
    name: `plans: ${step.name}`,
  })),
  ...LATER,
]);
