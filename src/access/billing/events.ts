import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { invalidField, ServiceError } from '../../contract/errors.ts';

/** How far ahead of this machine's clock an event may be dated, as clocks differ. */
const MAX_AHEAD_MS = 300_000;
/** These events extend a subscription: a missing end must not mean "endless". */
const OPENING: ReadonlySet<string> = new Set(['subscription.activated', 'subscription.renewed']);

const id = z.string().regex(/^[\w.:-]{1,100}$/, 'expected 1 to 100 letters, digits, ".", ":", "-" or "_"');

/** A billing event as the payment provider's bridge sends it. Times are ISO 8601 with a zone. */
export const billingEventSchema = z.strictObject({
  id: id.describe('Unique per event; a second delivery of it changes nothing'),
  type: z.enum(['subscription.activated', 'subscription.renewed', 'subscription.past_due', 'subscription.canceled']),
  created_at: z.iso
    .datetime({ offset: true })
    .describe('When it happened, at most five minutes ahead; an event older than one applied is stale'),
  subscription: id.describe("The provider's own id of the subscription"),
  period_end: z.iso
    .datetime({ offset: true })
    .nullish()
    .describe('Until when it is paid, null for endless; activated and renewed events must say'),
  plan: z.string().min(1).max(64).optional().describe('Id of the plan; standard for a new subscription'),
  customer: z
    .strictObject({ name: z.string().min(1).max(100), email: z.string().min(3).max(254) })
    .optional()
    .describe('Needed to activate a subscription that is not known yet'),
});

export type BillingEvent = z.infer<typeof billingEventSchema>;

/**
 * Throws `invalid_request` for an event dated later than `now` (Unix milliseconds) allows, and for one that extends a
 * subscription without giving its end.
 */
export function assertApplicable(event: BillingEvent, now: number): void {
  if (Date.parse(event.created_at) > now + MAX_AHEAD_MS) {
    throw invalidField(
      'created_at',
      `Expected created_at to be at most ${MAX_AHEAD_MS / 60_000} minutes ahead of now, got ${event.created_at}: check the sender's clock.`,
    );
  }
  if (OPENING.has(event.type) && event.period_end === undefined) {
    throw invalidField(
      'period_end',
      `Expected period_end in an event of type ${event.type}: a time, or null for a subscription without an end; got none.`,
    );
  }
}

/** Throws `invalid_request` for what is no event. */
export function parseBillingEvent(json: unknown): BillingEvent {
  const parsed = billingEventSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') || 'body';
  throw invalidField(field, `Expected a billing event; ${field}: ${issue?.message ?? 'not valid'}.`);
}

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
    throw refused(signature, `${SIGNATURE_HEADER} does not match the body. Sign "<t>.<body>" with the shared secret.`);
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
