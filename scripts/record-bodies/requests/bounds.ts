import { list, type Step } from '../step.ts';
import { source, text } from './texts.ts';

const CLAIM = { claim: 'The plant makes valves.', grounding_source: text('report') };
const ORIGIN = 'https://app.example';
const PREFLIGHT = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' };
const LATE =
  'POST /v1/verify HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {{other}}\r\nContent-Type: application/json\r\n';

/** Settings that bound or open more than the defaults do. */
export const BOUNDS = list('bounds', 'key', [
  { name: 'info', path: '/info' },
  { name: 'openapi.json', path: '/openapi.json', record: 'exact' },
  { name: 'openapi.json of the operator', path: '/openapi.json', record: 'exact', port: 'ADMIN_PORT' },
  ...['/', '/dashboard', '/docs/'].map(
    (path): Step => ({ name: `${path} of the operator`, path, record: 'exact', port: 'ADMIN_PORT' }),
  ),
  ...['/v1/account', '/info', '/health/live', '/metrics', '/admin/v1/me', '/admin/v1/plans'].map(
    (path): Step => ({
      name: `${path} at the port of the operator`,
      path,
      token: 'admin',
      port: 'ADMIN_PORT',
    }),
  ),
  { name: 'admin at the public port', path: '/admin/v1/me', token: 'admin' },
  { name: 'billing at the public port', path: '/admin/v1/billing-events', body: {} },
  { name: 'metrics at the public port', path: '/metrics' },
  { name: 'info at the port of metrics', path: '/info', port: 'METRICS_PORT' },
  {
    name: 'an answer too long',
    path: '/v1/verify/answer',
    body: { answer: 'x'.repeat(201), sources: [source('report')] },
  },
  {
    name: 'too many sources',
    path: '/v1/verify/answer',
    body: { answer: 'x', sources: ['a', 'b', 'c'].map((id) => ({ id, text: 'a' })) },
  },
  {
    name: 'sources too long',
    path: '/v1/verify/answer',
    body: { answer: 'x', sources: [{ id: 'a', text: 'x'.repeat(2_001) }] },
  },
  {
    name: 'too much time',
    path: '/v1/verify/answer',
    body: { answer: 'It makes valves. It rose. It fell.', sources: [source('report')] },
  },
  {
    name: 'too much time for a batch',
    path: '/v1/verify/batch',
    body: { claims: Array.from({ length: 50 }, (_, at) => `It has ${at} halls.`), grounding_source: text('report') },
  },
  { name: 'a claim', path: '/v1/verify', body: CLAIM },
  ...[ORIGIN, 'https://other.example', 'null'].flatMap((origin): Step[] => [
    { name: `a claim from ${origin}`, path: '/v1/verify', body: CLAIM, headers: { origin } },
    { name: `info from ${origin}`, path: '/info', headers: { origin } },
    { name: `a refusal from ${origin}`, path: '/v1/verify', token: null, body: CLAIM, headers: { origin } },
    {
      name: `preflight from ${origin}`,
      method: 'OPTIONS',
      path: '/v1/jobs',
      token: null,
      headers: { origin, ...PREFLIGHT },
    },
    {
      name: `preflight of docs from ${origin}`,
      method: 'OPTIONS',
      path: '/docs',
      token: null,
      headers: { origin, ...PREFLIGHT },
    },
  ]),
  { name: 'OPTIONS from an origin', method: 'OPTIONS', path: '/v1/verify', headers: { origin: ORIGIN } },
  {
    name: 'the key of the demo',
    method: 'POST',
    path: '/demo-key',
    token: null,
    headers: { host: 'localhost', origin: 'http://localhost' },
  },
  {
    name: 'the key of the demo, again',
    method: 'POST',
    path: '/demo-key',
    token: null,
    headers: { host: 'localhost', origin: 'http://localhost' },
  },
  {
    name: 'the key of the demo for another origin',
    method: 'POST',
    path: '/demo-key',
    token: null,
    headers: { host: 'localhost', origin: ORIGIN },
  },
  {
    name: 'the key of the demo through a proxy',
    method: 'POST',
    path: '/demo-key',
    token: null,
    headers: { host: 'localhost', origin: 'http://localhost', via: '1.1 a' },
  },
  { name: 'no token', path: '/v1/verify', token: null, body: CLAIM },
  { name: 'an inactive subscription', path: '/v1/verify', token: 'inactive', body: CLAIM },
  { name: 'headers too late', path: '/v1/verify', raw: LATE },
  { name: 'a body too late', path: '/v1/verify', raw: `${LATE}Content-Length: 100\r\n\r\n{` },
  {
    name: 'a file too late',
    path: '/v1/jobs',
    raw: `${LATE.replace('/v1/verify', '/v1/jobs').replace('application/json', 'text/csv')}Content-Length: 100\r\n\r\nclaim`,
  },
]);

const A = '/admin/v1';
/** With a mail server that does not answer. */
export const MAIL = list(
  'mail',
  'admin',
  [
    { name: 'a customer', path: `${A}/customers`, body: { name: 'Mo', email: 'mo@a.example' }, keep: { mo: 'id' } },
    {
      name: 'a subscription',
      path: `${A}/subscriptions`,
      body: { customer_id: '{{mo}}' },
      keep: { sub: 'subscription.id' },
    },
    { name: 'a key by e-mail', method: 'POST', path: `${A}/subscriptions/{{sub}}/mail-key` },
    {
      name: 'a subscription, key in the response',
      path: `${A}/subscriptions`,
      body: { customer_id: '{{mo}}', deliver_key: 'response' },
      keep: { keyId: 'key.id' },
    },
    {
      name: 'a subscription, key by e-mail',
      path: `${A}/subscriptions`,
      body: { customer_id: '{{mo}}', deliver_key: 'email' },
    },
    { name: 'rotate', path: `${A}/keys/{{keyId}}/rotate`, body: { overlap_seconds: 60 } },
  ].map((step): Step => ({ ...step, port: 'ADMIN_PORT' })),
);

/** Last: from then on the address may not try any key. */
export const FAILED_LOGINS = list('failed logins', 'unknown', [
  ...[1, 2, 3, 4].map((count): Step => ({ name: `a claim, ${count}`, path: '/v1/verify', body: CLAIM })),
  ...[1, 2, 3, 4].map((count): Step => ({ name: `an operator, ${count}`, path: '/admin/v1/me', port: 'ADMIN_PORT' })),
  { name: 'a known key', path: '/v1/verify', token: 'key', body: CLAIM },
  { name: 'no key', path: '/v1/verify', token: null, body: CLAIM },
]);

/** While Redis does not answer. */
export const LOST = list('lost', 'key', [
  { name: 'live', path: '/health/live' },
  { name: 'ready', path: '/health/ready' },
  { name: 'info', path: '/info' },
  { name: 'openapi.json', path: '/openapi.json', record: 'exact' },
  { name: 'a claim', path: '/v1/verify', body: CLAIM },
  { name: 'an answer', path: '/v1/verify/answer', body: { answer: 'It rose.', sources: [source('report')] } },
  { name: 'the account', path: '/v1/account' },
  { name: 'an unknown key', path: '/v1/verify', token: 'unknown', body: CLAIM },
  { name: 'no key', path: '/v1/verify', token: null, body: CLAIM },
  ...['/v1/jobs', '/admin/v1/me', '/admin/v1/billing-events', '/beta/litellm_basic_guardrail_api', '/health'].map(
    (path): Step => ({
      name: `${path} is not served`,
      path,
    }),
  ),
]);
