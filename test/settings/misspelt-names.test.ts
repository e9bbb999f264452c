import { describe, expect, it } from 'vitest';
import { misspeltNames } from '../../src/settings/option-problems.ts';
import { SETTING_NAMES } from '../../src/settings/schema.ts';

const meantBy = (name: string) => misspeltNames([name], SETTING_NAMES)[0]?.meant;

describe('a variable that is no setting', () => {
  it.each([
    ['RATE_LIMIT_PER_MIN', 'RATE_LIMIT_PER_MINUTE'],
    ['SCORE_CACHE_PAIR', 'SCORE_CACHE_PAIRS'],
    ['MAX_QUEUED_MS', 'MAX_QUEUE_MS'],
    ['MAX_QEUUE_MS', 'MAX_QUEUE_MS'],
    ['TIMEOUT_MS', 'REQUEST_TIMEOUT_MS'],
    ['DATABASE', 'DATABASE_URL'],
    ['WORKER', 'WORKERS'],
    ['PORTS', 'PORT'],
    ['ADMIN_TOKEN_FILES', 'ADMIN_TOKEN_FILE'],
  ])('%s probably means %s', (name, meant) => {
    expect(meantBy(name)).toBe(meant);
  });

  it.each([
    'HOME',
    'HOSTNAME',
    'PATH',
    'PWD',
    'LANG',
    'TERM',
    'USER',
    'NODE_ENV',
    'KUBERNETES_SERVICE_PORT',
    'REDIS_PORT',
  ])('%s is of another program', (name) => {
    expect(meantBy(name)).toBeUndefined();
  });

  it('is never one of the settings themselves', () => {
    expect(misspeltNames(SETTING_NAMES, SETTING_NAMES)).toEqual([]);
  });
});
