import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** The client's IP address, without a zone; hops that are no address are skipped. */
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
  if (isIP(address) === 0) return 'unknown';
  const parsed = ipaddr.process(address.split('%')[0]!);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const groups = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}
