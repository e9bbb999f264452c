import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { clientAddress, clientKey } from '../../../src/server/http/client-address.ts';

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

describe('the key for rate limits by address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::1f73:a6:a0:4:c5:61.149.4.249', '0:1f73:a6:a0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['x'.repeat(5_000), 'unknown'],
    ['', 'unknown'],
    [undefined, 'unknown'],
  ])('of %s is %s', (address, key) => {
    expect(clientKey(address)).toBe(key);
  });

  test.prop([fc.ipV6()])('of an IPv6 address is four groups', (address) => {
    expect(clientKey(address)).toMatch(/^[0-9a-f]{1,4}(:[0-9a-f]{1,4}){3}::\/64$|^\d+\.\d+\.\d+\.\d+$/);
  });
});
