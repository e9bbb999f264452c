import { list, type Step } from '../step.ts';

const PATH = '/admin/v1/billing-events';
const EVENT = {
  id: 'evt_1',
  type: 'subscription.activated',
  created_at: '2024-01-01T00:00:00Z',
  subscription: 'ref_1',
  period_end: '2035-01-01T00:00:00Z',
  customer: { name: 'Billed', email: 'billed@example.com' },
};
const later = (id: string, day: string, more: object) => ({
  ...EVENT,
  id,
  created_at: `2024-02-${day}T00:00:00Z`,
  ...more,
});
const event = (name: string, body: unknown, more: Partial<Step> = {}): Step => ({
  name,
  path: PATH,
  body,
  signature: 'good',
  ...more,
});

const FAULTS: readonly (readonly [string, unknown])[] = [
  ['id', 'an id with spaces'],
  ['id', 1],
  ['type', 'subscription.paused'],
  ['created_at', 'yesterday'],
  ['created_at', '2024-01-01T00:00:00'],
  ['created_at', '2999-01-01T00:00:00Z'],
  ['subscription', ''],
  ['period_end', 'never'],
  ['period_end', undefined],
  ['plan', 'nowhere'],
  ['plan', ''],
  ['customer', undefined],
  ['customer', { name: 'A' }],
  ['customer', { name: 'www.a.example', email: 'a@example.com' }],
  ['customer', { name: 'A', email: 'nowhere' }],
  ['more', 1],
];

export const BILLING = list('billing', null, [
  event('activated', EVENT),
  event('activated again', EVENT),
  event('renewed', later('evt_2', '01', { type: 'subscription.renewed', period_end: '2036-01-01T00:00:00+02:00' })),
  event('past due', later('evt_3', '02', { type: 'subscription.past_due', period_end: undefined })),
  event('stale', later('evt_4', '01', { type: 'subscription.renewed' })),
  event('at the same time, granting more', later('evt_5', '02', { type: 'subscription.renewed' })),
  event('canceled', later('evt_6', '03', { type: 'subscription.canceled', customer: undefined })),
  event('endless', later('evt_7', '04', { type: 'subscription.renewed', period_end: null })),
  event('an unknown subscription', later('evt_8', '05', { type: 'subscription.renewed', subscription: 'ref_2' })),
  ...FAULTS.map(([field, value], at) =>
    event(`${field}: ${JSON.stringify(value)}`, {
      ...EVENT,
      id: `evt_f${at}`,
      subscription: `ref_f${at}`,
      [field]: value,
    }),
  ),
  ...(['of another secret', 'of another body', 'old', 'early'] as const).map((signature) =>
    event(`signature ${signature}`, { ...EVENT, id: 'evt_9' }, { signature }),
  ),
  { name: 'no signature', path: PATH, body: EVENT },
  { name: 'a malformed signature', path: PATH, body: EVENT, headers: { 'billing-signature': 't=1,v1=2' } },
  event('no JSON', '{'),
  event('a list', []),
  event('an empty body', ''),
  event('no Content-Type', JSON.stringify(EVENT), { headers: { 'content-type': '' } }),
  event('gzip', EVENT, { headers: { 'content-encoding': 'gzip' } }),
  event('too large', { ...EVENT, more: 'x'.repeat(300_000) }),
  { name: 'GET', path: PATH },
]);
