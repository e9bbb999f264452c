import { createHmac } from 'node:crypto';
import fc, { type Arbitrary } from 'fast-check';
import { area, type Target } from './area.ts';
import { send } from './exchange.ts';

/** Few, so that events meet what earlier ones made. */
const SUBSCRIPTIONS = ['sub_1', 'sub_2', 'sub_3', 'sub:4', 'sub.5'];
const TYPES = ['activated', 'renewed', 'past_due', 'canceled'].map((type) => `subscription.${type}`);
const odd: Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>('', '\0', '__proto__', 'x'.repeat(300), '\u202e', null, -1, '9999-12-31T23:59:59Z'),
  fc.constantFrom('0000-01-01T00:00:00Z', '2024-02-30T00:00:00Z', 'now', 'standard', 'nowhere', 'a@b\r\nBcc: c@d'),
);
const seconds = (min: number, max: number) => fc.integer({ min, max }).map((count) => ({ seconds: count }));
const good = fc.record({
  id: fc.integer({ min: 1, max: 2_000_000 }).map((number) => `evt_${number}`),
  type: fc.constantFrom(...TYPES),
  created_at: seconds(-3_000_000, 400),
  subscription: fc.constantFrom(...SUBSCRIPTIONS),
  period_end: fc.option(seconds(-100_000, 3_000_000)),
  customer: fc.record({ name: fc.constantFrom('A', '名'), email: fc.constant('a@example.com') }),
});
const FIELDS = ['id', 'type', 'created_at', 'subscription', 'period_end', 'customer', 'plan', 'other'] as const;
const change = fc.tuple(fc.constantFrom(...FIELDS), fc.option(odd, { nil: undefined }));
/** A good event, half of the time with another value in a field, or without it. */
const event = fc
  .tuple(good, fc.option(change, { freq: 1, nil: undefined }))
  .map(([whole, changed]) => (changed === undefined ? whole : { ...whole, [changed[0]]: changed[1] }));
const SIGNATURES = [
  'good',
  'good',
  'good',
  'none',
  'other secret',
  'old',
  'of another body',
  'cut',
  'upper case',
] as const;
const inputs = fc.record({
  event,
  signature: fc.constantFrom(...SIGNATURES),
  deliveries: fc.integer({ min: 1, max: 3 }),
});
type Signature = (typeof SIGNATURES)[number];

const OUTCOMES = ['applied', 'duplicate', 'stale'];

/** Billing events, well and badly signed and delivered again: taken only with a good signature, and applied only once. */
export const billingArea = area({
  name: 'billing',
  inputs,
  check: async ({ event: given, signature, deliveries }, target) => {
    const body = JSON.stringify(given, (_, value) => dated(value));
    const outcomes: string[] = [];
    for (let delivery = 0; delivery < deliveries; delivery++) {
      const answer = await deliver(target, body, signature);
      if (signature !== 'good' && answer.status !== 401) {
        throw new Error(`expected 401 with the signature "${signature}", got ${answer.status} with ${answer.body}`);
      }
      if (answer.status === 200) outcomes.push((JSON.parse(answer.body) as { outcome: string }).outcome);
    }
    if (outcomes.some((outcome) => !OUTCOMES.includes(outcome)) || outcomes.slice(1).includes('applied')) {
      throw new Error(`expected an event to be applied at most once, got ${outcomes}`);
    }
  },
});

/** Times are kept as seconds from now until the event is sent: the service compares them with its clock. */
function dated(value: unknown): unknown {
  const { seconds } = (value ?? {}) as { seconds?: unknown };
  return typeof seconds === 'number' ? new Date(Date.now() + seconds * 1_000).toISOString() : value;
}

function deliver(target: Target, body: string, kind: Signature) {
  const signature = signatureOf(target.billingSecret, body, kind);
  const headers: Record<string, string> = signature === undefined ? {} : { 'billing-signature': signature };
  return send(target, { path: '/admin/v1/billing-events', headers, body });
}

function signatureOf(secret: string, body: string, kind: Signature): string | undefined {
  if (kind === 'none') return undefined;
  const seconds = Math.floor(Date.now() / 1_000) - (kind === 'old' ? 3_600 : 0);
  const signed = kind === 'of another body' ? `${body} ` : body;
  const digest = createHmac('sha256', kind === 'other secret' ? `${secret}x` : secret).update(`${seconds}.${signed}`);
  const hex = digest.digest('hex');
  const shown = { cut: hex.slice(1), 'upper case': hex.toUpperCase() }[kind as string] ?? hex;
  return `t=${seconds},v1=${shown}`;
}
