import { isIP, isIPv4, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * The client's IP address. X-Forwarded-For can hold any text: if the hop that counts is no address, the hop before it
 * is used, and finally the socket's own. A zone ("%eth0") means nothing on another machine.
 */
export function clientAddress({ ips, ip }: Pick<FastifyRequest, 'ips' | 'ip'>): string {
  const [own = ip, ...forwarded] = ips ?? [];
  return forwarded.reverse().find((hop) => isIP(hop) !== 0 && !hop.includes('%')) ?? own;
}

/**
 * The key for rate limits by address. An IPv6 client owns a whole /64, so the /64 is counted; an IPv4 address has one
 * key in both notations. All other values share one key, as do clients that reset their connection before their
 * address was read.
 */
export function clientKey(address = ''): string {
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
