import { list, type Step } from '../step.ts';
import { jsonFaults } from './refusals.ts';

const ROTATE = '/v1/account/rotate';
const REPEATED = { 'idempotency-key': 'a-key-of-recordings-2' };

const ownKey = (name: string, more: object = {}): Step => ({
  name: `a key for ${name}`,
  path: '/admin/v1/keys',
  token: 'admin',
  body: { name, ...more },
  keep: { [name]: 'key', [`${name}Id`]: 'id' },
});

/** Ten changes an hour are allowed to a key and those rotated from it: faults are spread over several. */
const FAULTS = jsonFaults(ROTATE, { overlap_seconds: 60 });
const spread = FAULTS.map((step, at): Step => ({ token: `faulty${Math.floor(at / 8)}`, ...step }));

export const ACCOUNT: readonly Step[] = list('account', 'rotated', [
  ownKey('rotated', { limit: 70, expires: '2040-01-01T00:00:00Z' }),
  { name: 'show', path: '/v1/account' },
  { name: 'HEAD', method: 'HEAD', path: '/v1/account' },
  { name: 'show with a parameter', path: '/v1/account?more=1' },
  { name: 'no token', path: '/v1/account', token: null },
  { name: 'an unknown token', path: '/v1/account', token: 'unknown' },
  { name: 'the token of an operator', path: '/v1/account', token: 'admin' },
  { name: 'DELETE', method: 'DELETE', path: '/v1/account' },
  { name: 'rotate', path: ROTATE, body: { overlap_seconds: 3600 }, headers: REPEATED, keep: { second: 'key' } },
  { name: 'rotate, repeated', path: ROTATE, body: { overlap_seconds: 3600 }, headers: REPEATED },
  { name: 'rotate, another body', path: ROTATE, body: { overlap_seconds: 60 }, headers: REPEATED },
  {
    name: 'rotate, an odd Idempotency-Key',
    path: ROTATE,
    body: { overlap_seconds: 60 },
    headers: { 'idempotency-key': 'a b' },
  },
  { name: 'rotate once more', path: ROTATE, body: { overlap_seconds: 0 }, token: 'second', keep: { third: 'key' } },
  { name: 'show with the third key', path: '/v1/account', token: 'third' },
  ...[6, 7, 8, 9, 10, 11].map((count): Step => ({ name: `change ${count}`, path: ROTATE, body: {}, token: 'third' })),
  ...[0, 1, 2, 3, 4].map((at) => ownKey(`faulty${at}`)),
  ...[-1, 604_801, 1.5, '60', null].map(
    (seconds): Step => ({
      name: `rotate with ${JSON.stringify(seconds)}`,
      path: ROTATE,
      token: 'faulty0',
      body: { overlap_seconds: seconds },
    }),
  ),
  ...spread.map((step) => ({ ...step, name: `rotate: ${step.name}` })),
]);
