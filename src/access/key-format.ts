import { createHash, randomInt, timingSafeEqual } from 'node:crypto';

/** `cvs_` lets secret scanners recognise the key; then come a public id, the secret and a checksum, all base 62. */
const PREFIX = 'cvs_';
const ID_LENGTH = 10;
/** 24 base-62 characters are 142 random bits. */
const SECRET_LENGTH = 24;
const CHECKSUM_LENGTH = 6;
const KEY_LENGTH = PREFIX.length + ID_LENGTH + SECRET_LENGTH + CHECKSUM_LENGTH;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SHAPE = /^cvs_[0-9A-Za-z]{40}$/;

/** The key in clear text is shown or sent once, never stored. */
export function generateKey(id: string = randomText(ID_LENGTH)) {
  const key = withChecksum(`${PREFIX}${id}${randomText(SECRET_LENGTH)}`);
  return { id, key, hash: hashKey(key) };
}

export function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** The public id inside a well-formed key. Constant cost: the length is checked before any character. */
export function keyIdOf(key: string): string | undefined {
  if (key.length !== KEY_LENGTH || !SHAPE.test(key)) return undefined;
  if (withChecksum(key.slice(0, -CHECKSUM_LENGTH)) !== key) return undefined;
  return key.slice(PREFIX.length, PREFIX.length + ID_LENGTH);
}

/** SHA-256, hex. A slow hash would add nothing: the secret has 142 random bits. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key, 'utf8').digest('hex');
}

/** Without a hash to compare with it takes as long, so that an unknown id is not distinguished from a wrong secret. */
export function sameHash(left: string, right: string = '0'.repeat(64)): boolean {
  const [a, b] = [Buffer.from(left, 'hex'), Buffer.from(right, 'hex')];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The checksum rejects mistyped or invented keys, and identifies leaked ones, without the database. */
function withChecksum(body: string): string {
  let rest = createHash('sha256').update(`checksum of ${body}`).digest().readUIntBE(0, 6);
  let digits = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    digits = ALPHABET[rest % ALPHABET.length] + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return body + digits;
}

export function adminTokenCheck(token: string): (given: string) => boolean {
  const expected = hashKey(token);
  return (given) => sameHash(hashKey(given), expected);
}
