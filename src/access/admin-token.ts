import { hashKey, sameHash } from './key-format.ts';

/** Tells whether a text is the token, in constant time. */
export function adminTokenCheck(token: string): (given: string) => boolean {
  const expected = hashKey(token);
  return (given) => sameHash(hashKey(given), expected);
}
