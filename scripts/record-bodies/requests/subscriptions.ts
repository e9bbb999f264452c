import type { Step } from '../step.ts';

const A = '/admin/v1';

export const get = (path: string, more: Partial<Step> = {}): Step => ({
  name: `GET ${path}`,
  path: `${A}${path}`,
  ...more,
});
export const bad = (method: string, path: string, bodies: readonly unknown[]): Step[] =>
  bodies.map((body) => ({
    name: `${method} ${path} with ${JSON.stringify(body).slice(0, 120)}`,
    method,
    path: `${A}${path}`,
    body,
  }));

const SUBSCRIBE = `${A}/subscriptions`;
export const SUBSCRIPTIONS: readonly Step[] = [
  {
    name: 'subscribe Ada',
    path: SUBSCRIBE,
    body: { customer_id: '{{ada}}', plan: 'large', period_end: '2035-01-31', external_ref: 'ref-a' },
    keep: { sub: 'subscription.id', adaKey: 'key.key', adaKeyId: 'key.id' },
  },
  {
    name: 'subscribe Bo',
    path: SUBSCRIBE,
    body: {
      customer_id: '{{bo}}',
      status: 'trialing',
      period_end: '2020-01-31T12:00:00+01:00',
      deliver_key: 'response',
    },
  },
  ...bad('POST', '/subscriptions', [
    {},
    { customer_id: 'nobody' },
    { customer_id: 1 },
    { customer_id: '{{ada}}', plan: 'none' },
    { customer_id: '{{ada}}', plan: '' },
    { customer_id: '{{ada}}', status: 'new' },
    { customer_id: '{{ada}}', period_end: 'soon' },
    { customer_id: '{{ada}}', external_ref: 'ref-a' },
    { customer_id: '{{ada}}', external_ref: '' },
    { customer_id: '{{ada}}', deliver_key: 'email' },
    { customer_id: '{{bo}}', deliver_key: 'email' },
    { customer_id: '{{ada}}', deliver_key: 'post' },
    { customer_id: '{{ada}}', more: 1 },
  ]),
  get('/subscriptions/{{sub}}'),
  get('/subscriptions/sub_nothing'),
  ...[{ status: 'past_due' }, { status: 'active', period_end: null }, { plan: 'standard' }, {}].map(
    (body): Step => ({
      name: `update the subscription with ${JSON.stringify(body)}`,
      method: 'PATCH',
      path: `${SUBSCRIBE}/{{sub}}`,
      body,
    }),
  ),
  ...bad('PATCH', '/subscriptions/{{sub}}', [
    { status: 'new' },
    { status: null },
    { period_end: 'soon' },
    { plan: 'none' },
    { more: 1 },
  ]),
  ...bad('PATCH', '/subscriptions/sub_nothing', [{ status: 'active' }]),
  { name: 'mail a key', method: 'POST', path: `${SUBSCRIBE}/{{sub}}/mail-key` },
  { name: 'mail a key of nothing', method: 'POST', path: `${SUBSCRIBE}/sub_nothing/mail-key` },
];

export const KEYS: readonly Step[] = [
  get('/keys'),
  {
    name: 'issue',
    path: `${A}/keys`,
    body: { name: 'issued', subscription_id: '{{sub}}', limit: 5, expires: '2040-01-01T00:00:00Z' },
    keep: { issued: 'key', issuedId: 'id' },
  },
  { name: 'issue with a customer of its own', path: `${A}/keys`, body: { name: 'alone' }, keep: { aloneId: 'id' } },
  ...bad('POST', '/keys', [
    {},
    { name: '' },
    { name: 'A', subscription_id: 'sub_nothing' },
    { name: 'A', subscription_id: null },
    { name: 'A', limit: 0 },
    { name: 'A', limit: 1_000_001 },
    { name: 'A', limit: '5' },
    { name: 'A', expires: '2020-01-01' },
    { name: 'A', expires: 'never' },
    { name: 'A', more: 1 },
  ]),
  get('/keys/{{issuedId}}'),
  get('/keys/nothing'),
  ...[{ limit: 9 }, { limit: null, expires: null }, { expires: '2041-01-01' }, {}].map(
    (body): Step => ({
      name: `update the key with ${JSON.stringify(body)}`,
      method: 'PATCH',
      path: `${A}/keys/{{issuedId}}`,
      body,
    }),
  ),
  ...bad('PATCH', '/keys/{{issuedId}}', [{ limit: 0 }, { expires: '2020-01-01' }, { expires: 'never' }, { name: 'A' }]),
  ...bad('PATCH', '/keys/nothing', [{ limit: 1 }]),
  { name: 'rotate', path: `${A}/keys/{{issuedId}}/rotate`, body: { overlap_seconds: 3600 }, keep: { nextId: 'id' } },
  {
    name: 'rotate the next',
    path: `${A}/keys/{{nextId}}/rotate`,
    body: { overlap_seconds: 600 },
    keep: { lastId: 'id' },
  },
  { name: 'rotate a fourth', path: `${A}/keys/{{lastId}}/rotate`, body: { overlap_seconds: 600 } },
  ...bad('POST', '/keys/{{issuedId}}/rotate', [
    {},
    { overlap_seconds: -1 },
    { overlap_seconds: 604_801 },
    { overlap_seconds: 1, more: 1 },
  ]),
  ...bad('POST', '/keys/nothing/rotate', [{ overlap_seconds: 1 }]),
  { name: 'revoke only', method: 'POST', path: `${A}/keys/{{nextId}}/revoke?only=true` },
  { name: 'revoke with another value', method: 'POST', path: `${A}/keys/{{issuedId}}/revoke?only=yes` },
  { name: 'revoke nothing', method: 'POST', path: `${A}/keys/nothing/revoke` },
  get('/keys?subscription_id={{sub}}'),
  get('/keys?count=2', { keep: { page: 'next' } }),
  get('/keys?count=2&cursor={{page}}'),
  ...['count=0', 'count=1001', 'cursor=a', 'subscription_id=', 'more=1'].map((query) => get(`/keys?${query}`)),
  get('/keys/{{aloneId}}/usage?days=7'),
  get('/keys/nothing/usage'),
  ...['days=0', 'days=367', 'days=a'].map((query) => get(`/keys/{{aloneId}}/usage?${query}`)),
];

/** The audit has the keys that are revoked together in an order of chance: after lists of it. */
export const REVOKED_TOGETHER: readonly Step[] = [
  { name: 'revoke', method: 'POST', path: `${A}/keys/{{issuedId}}/revoke` },
  { name: 'revoke again', method: 'POST', path: `${A}/keys/{{issuedId}}/revoke` },
  ...bad('PATCH', '/keys/{{lastId}}', [{ limit: 2 }]),
  ...bad('POST', '/keys/{{lastId}}/rotate', [{ overlap_seconds: 1 }]),
  get('/audit?subject={{lastId}}'),
];
