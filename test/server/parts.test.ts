import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { ServiceError } from '../../src/errors.ts';
import { clientAddress, loginSource } from '../../src/server/http/client-address.ts';
import { repeatedField } from '../../src/server/http/repeated-field.ts';
import { startFailure } from '../../src/server/lifecycle/startup-error.ts';
import { logStart } from '../../src/server/lifecycle/startup-log.ts';
import { describeError } from '../../src/server/telemetry/access-log.ts';
import { FAKE_EVIDENCE, FAKE_INFO } from '../support/fake-verifier.ts';

describe("the caller's address", () => {
  it.each([
    [undefined, '10.0.0.1'],
    [['10.0.0.1'], '10.0.0.1'],
    [['10.0.0.1', '203.0.113.7'], '203.0.113.7'],
    [['10.0.0.1', '10.0.0.2', '2001:db8::1'], '2001:db8::1'],
    [['10.0.0.1', 'garbage'], '10.0.0.1'],
    [['10.0.0.1', '10.0.0.2', '203.0.113.7:4711'], '10.0.0.2'],
    [['10.0.0.1', '<script>'], '10.0.0.1'],
    [['10.0.0.1', ''], '10.0.0.1'],
    [['10.0.0.1', 'fe80::1%any-text-at-all'], '10.0.0.1'],
    [['fe80::1%eth0'], 'fe80::1%eth0'],
  ])('from the hops %j is %s', (ips, address) => {
    expect(clientAddress({ ips, ip: ips?.at(-1) ?? '10.0.0.1' } as Parameters<typeof clientAddress>[0])).toBe(address);
  });
});

describe('the source of failed logins', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['x'.repeat(5_000), 'unknown'],
    ['', 'unknown'],
    [undefined, 'unknown'],
  ])('of %s is %s', (address, source) => {
    expect(loginSource(address)).toBe(source);
  });

  test.prop([fc.ipV6()])('of an IPv6 address is four groups', (address) => {
    expect(loginSource(address)).toMatch(/^[0-9a-f]{1,4}(:[0-9a-f]{1,4}){3}::\/64$|^\d+\.\d+\.\d+\.\d+$/);
  });
});

describe('a repeated field', () => {
  test.prop([fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }))])(
    'is not seen where there is none',
    (object) => {
      expect(repeatedField(JSON.stringify(object, null, 1))).toBeUndefined();
    },
  );

  test.prop([fc.string(), fc.jsonValue(), fc.jsonValue()])(
    'is seen whatever its name and values',
    (name, first, second) => {
      const key = JSON.stringify(name);
      const json = `{ ${key}: ${JSON.stringify(first)} , ${key} :${JSON.stringify(second)}}`;
      expect(repeatedField(json)).toBe(name);
    },
  );
});

describe('what is logged of an error', () => {
  it('keeps our own sentences and drops other people’s, all the way down', () => {
    const cause = new TypeError('secret claim text');
    const error = new ServiceError('service_unavailable', 'The store cannot be asked.', { cause });
    const described = describeError(error);
    expect(described).toMatchObject({
      type: 'ServiceError',
      code: 'service_unavailable',
      message: 'The store cannot be asked.',
      cause: { type: 'TypeError' },
    });
    expect(JSON.stringify(described)).toContain('parts.test.ts');
    expect(JSON.stringify(described)).not.toContain('secret');
  });

  it('has room for what is no error and for circles', () => {
    expect(describeError('secret')).toEqual({ type: 'string' });
    const circle = new Error('a');
    circle.cause = circle;
    expect(JSON.stringify(describeError(circle)).length).toBeLessThan(20_000);
  });
});

describe('a failure to start', () => {
  const config = { HOST: '127.0.0.1', PORT: 80 };
  it.each([
    [new ServiceError('invalid_model', 'Expected a model, got none.'), 'Expected a model, got none.'],
    [
      Object.assign(new Error('x'), { code: 'EADDRINUSE' }),
      'Expected a free address to listen on, got one in use: HOST 127.0.0.1, PORT 80.',
    ],
    [new Error('boom'), 'The service could not start: boom'],
  ])('is a sentence: %s', (error, sentence) => {
    expect(startFailure(error, config)).toBe(sentence);
  });
});

describe('the log of the start', () => {
  it('has a warning for every notice, then one line of the models', () => {
    const lines: unknown[] = [];
    const log = { warn: (...line: unknown[]) => lines.push(line), info: (...line: unknown[]) => lines.push(line) };
    const notices = ['It reads all pairs.', 'Fitted with 4 candidates.'];
    const model = { ...FAKE_INFO.model, providerFallback: 'no CUDA' };
    logStart(log, { ...FAKE_INFO, model, evidenceModel: FAKE_EVIDENCE, candidates: 6, notices });
    const models = { model: 'fake-nli', evidenceModel: 'fake-compact', candidates: 6 };
    expect(lines).toEqual([
      ['It reads all pairs.'],
      ['Fitted with 4 candidates.'],
      [{ ...models, provider: 'cpu', providerFallback: 'no CUDA' }, 'ready'],
    ]);
  });
});

describe('TRUST_PROXY', () => {
  it.each([
    ['true', true],
    ['false', false],
    ['10.0.0.1', ['10.0.0.1']],
    ['10.0.0.0/8, fd00::/8', ['10.0.0.0/8', 'fd00::/8']],
  ])('may be %s', (text, value) => {
    expect(loadConfig({ TRUST_PROXY: text }).TRUST_PROXY).toEqual(value);
  });

  it.each(['yes', '1', '10.0.0.0/99', '10.0.0.1,true', 'proxy.local', ','])('may not be %j', (text) => {
    expect(() => loadConfig({ TRUST_PROXY: text })).toThrow(
      'TRUST_PROXY: expected true, false or proxy addresses and networks such as 10.0.0.0/8, separated by commas',
    );
  });
});
