import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** The RFC 8785 form of a JSON value. Throws a TypeError for what JSON cannot hold, and for a lone surrogate. */
function canonicalJson(value: unknown): string {
  try {
    const text = canonicalize(value);
    if (text !== undefined) return text;
  } catch (cause) {
    throw new TypeError(`Expected a value with a canonical JSON form: ${(cause as Error).message}.`, { cause });
  }
  throw new TypeError(`Expected a value with a canonical JSON form, got ${typeof value}.`);
}

/** sha256 of the RFC 8785 form, in UTF-8, as hex. Throws a TypeError for what has no such form: a lone surrogate, NaN. */
export function canonicalSha256(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value), 'utf8').digest('hex');
}
