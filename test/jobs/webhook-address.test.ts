import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { readWebhookAddress } from '../../src/jobs/webhook-worker.ts';

const env = {
  WEBHOOK_HOSTS: 'hooks.example, hooks.example:8443, http://10.0.0.5:8080',
  WEBHOOK_SECRET: 'x'.repeat(16),
};
const { WEBHOOK_HOSTS: hosts } = loadConfig(env);

describe('the address of a webhook', () => {
  it.each([
    ['https://hooks.example/a?b=c', 'https://hooks.example/a?b=c'],
    ['https://HOOKS.example:443', 'https://hooks.example/'],
    ['https://hooks.example:8443/#part', 'https://hooks.example:8443/'],
    ['http://10.0.0.5:8080/x', 'http://10.0.0.5:8080/x'],
  ])('may be at a host of the list: %s', (text, address) => {
    expect(readWebhookAddress(text, hosts)).toBe(address);
  });

  it.each([
    'http://hooks.example/a',
    'https://hooks.example:9443/',
    'https://10.0.0.5:8080/',
    'http://10.0.0.5/',
    'https://hooks.example.evil.example/',
    'https://evil.example/?https://hooks.example',
    'https://evil.example#hooks.example',
    'http://127.0.0.1:8080/',
    'http://[::1]/',
    'file:///etc/passwd',
    'data:text/plain,hooks.example',
  ])('may not be elsewhere: %s', (text) => {
    expect(() => readWebhookAddress(text, hosts)).toThrow(/^Expected a webhook_url at one of the hosts/);
  });

  it('has neither user nor password', () => {
    for (const text of ['https://hooks.example@evil.example/', 'https://a:b@hooks.example/']) {
      expect(() => readWebhookAddress(text, hosts)).toThrow('Expected a webhook_url without user name and password.');
    }
  });

  it.each(['', 'hooks.example', '/jobs', `https://hooks.example/${'a'.repeat(2_000)}`])('is one: %j', (text) => {
    expect(() => readWebhookAddress(text, hosts)).toThrow('Expected webhook_url to be an address of at most 2000');
  });

  it('is refused where no hosts are listed', () => {
    expect(() => readWebhookAddress('https://hooks.example/', undefined)).toThrow(
      expect.objectContaining({ code: 'invalid_request', details: { field: 'webhook_url' } }),
    );
  });
});
