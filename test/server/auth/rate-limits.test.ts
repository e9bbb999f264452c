import { expect, it } from 'vitest';
import { warnOfSeparateLimits } from '../../../src/server/auth/rate-limits.ts';

const warnings = (config: { REPLICAS: number; REDIS_URL?: string }) => {
  const said: string[] = [];
  warnOfSeparateLimits({ warn: (line: unknown) => void said.push(String(line)) }, { REDIS_URL: undefined, ...config });
  return said;
};

it('warns of several replicas without Redis, with the number that limits are multiplied by', () => {
  expect(warnings({ REPLICAS: 6 })).toEqual([
    'REPLICAS=6 without REDIS_URL: each replica counts for itself, so a key may make up to 6 times its limit, and an ' +
      'address 6 times its failed logins. Set REDIS_URL so that they count together.',
  ]);
});

it('says nothing of one replica, nor of several that share a Redis', () => {
  expect(warnings({ REPLICAS: 1 })).toEqual([]);
  expect(warnings({ REPLICAS: 6, REDIS_URL: 'redis://redis:6379' })).toEqual([]);
});
