import { readFileSync } from 'node:fs';
import { ServiceError } from '../errors.ts';
import { hashKey, sameHash } from './key-format.ts';

const SHORTEST = 16;

/** The operator's token from a setting or the file another setting names; `undefined`: the admin API is off. */
export function readAdminToken(source: { token?: string | undefined; file?: string | undefined }): string | undefined {
  const token = source.file === undefined ? source.token : readToken(source.file);
  if (token !== undefined && token.length < SHORTEST) {
    throw new ServiceError(
      'invalid_configuration',
      `Expected an admin token of at least ${SHORTEST} characters, got ${token.length}.`,
    );
  }
  return token;
}

/** Tells whether a text is the token, in constant time. */
export function adminTokenCheck(token: string): (given: string) => boolean {
  const expected = hashKey(token);
  return (given) => sameHash(hashKey(given), expected);
}

function readToken(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ServiceError('invalid_configuration', `Expected ADMIN_TOKEN_FILE to be readable, got: ${reason}.`, {
      cause: error,
    });
  }
}
