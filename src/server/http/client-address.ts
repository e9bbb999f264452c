import { isIP, isIPv4, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * The caller's address. What stands in X-Forwarded-For is anybody's text: where the last hop that counts is no address,
 * the one before it is taken, at last the socket's own. A zone ("%eth0") means nothing on another machine.
 */
export function clientAddress({ ips, ip }: Pick<FastifyRequest, 'ips' | 'ip'>): string {
  const [own = ip, ...forwarded] = ips ?? [];
  return forwarded.reverse().find((hop) => isIP(hop) !== 0 && !hop.includes('%')) ?? own;
}

/**
 * The name under which failed logins from an address are counted. An IPv6 caller owns a whole /64, so that is what
 * counts; an IPv4 address counts alike in both notations. Anything else shares one name, and so do callers who reset
 * their connection before their address was asked for.
 */
export function loginSource(address = ''): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (isIPv4(address)) return address;
  const bare = address.split('%')[0]!;
  if (!isIPv6(bare)) return 'unknown';
  const [head = '', tail] = bare.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const missing = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(Math.max(missing, 0)).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
