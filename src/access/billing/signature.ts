import { createHmac, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../../errors.ts';

/** Name of the header, in lower case: `t=<Unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<body>">`. */
export const SIGNATURE_HEADER = 'billing-signature';
/** An event signed earlier or later than this is refused, so that a recorded one cannot be replayed. */
const TOLERANCE_SECONDS = 300;
const SHAPE = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

export interface SignedBody {
  /** The header's value, if any. */
  readonly signature: string | undefined;
  /** The body's bytes as received. */
  readonly body: Buffer;
}

/** Throws `unauthorized` unless the body was signed with the secret, within five minutes of `now` (Unix ms). */
export function checkSignature(secret: string, { signature, body }: SignedBody, now: number): void {
  const [, seconds, given] = SHAPE.exec(signature ?? '') ?? [];
  if (seconds === undefined || given === undefined) {
    throw refused(signature, `Expected the header ${SIGNATURE_HEADER}: t=<Unix seconds>,v1=<hex HMAC-SHA256>.`);
  }
  const expected = signedDigest(secret, body, Number(seconds));
  if (!timingSafeEqual(Buffer.from(expected, 'hex'), Buffer.from(given, 'hex'))) {
    throw refused(signature, `Expected ${SIGNATURE_HEADER} to be made with the shared secret over "<t>.<body>".`);
  }
  if (Math.abs(now / 1000 - Number(seconds)) > TOLERANCE_SECONDS) {
    throw refused(
      signature,
      `Expected an event signed within ${TOLERANCE_SECONDS} seconds of now, got one signed earlier or later: check the sender's clock.`,
    );
  }
}

/** Hex HMAC-SHA256 of a body and the time at which it is sent, as in the headers of billing events and webhooks. */
export function signedDigest(secret: string, body: Buffer, unixSeconds: number): string {
  return createHmac('sha256', secret).update(`${unixSeconds}.`).update(body).digest('hex');
}

function refused(signature: string | undefined, message: string): ServiceError {
  return new ServiceError('unauthorized', message, { details: { header_present: signature !== undefined } });
}
