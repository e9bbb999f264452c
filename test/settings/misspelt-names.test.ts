import { describe, expect, it } from 'vitest';
import { settings } from '../../src/config.ts';
import { misspeltNames } from '../../src/settings/option-problems.ts';

const meantBy = (name: string) => misspeltNames([name], Object.keys(settings.shape))[0]?.meant;

describe('a variable that is no setting', () => {
  it.each([
    ['RATE_LIMIT_PER_MIN', 'RATE_LIMIT_PER_MINUTE'],
    ['EVIDENCE_CANDIDATE', 'EVIDENCE_CANDIDATES'],
    ['MAX_QUEUED_MS', 'MAX_QUEUE_MS'],
    ['MAX_QEUUE_MS', 'MAX_QUEUE_MS'],
    ['TIMEOUT_MS', 'RUN_TIMEOUT_MS'],
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
    const names = Object.keys(settings.shape);
    expect(misspeltNames(names, names)).toEqual([]);
  });
});
