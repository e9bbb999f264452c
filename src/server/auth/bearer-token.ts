/**
 * The token of an `Authorization: Bearer <token>` header, or `undefined` when the header is missing, names another
 * scheme or is malformed. Scheme names have no letter case (RFC 9110).
 */
export function bearerToken(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : /^bearer +(\S+)$/i.exec(authorization.trim())?.[1];
}
