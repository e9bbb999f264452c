import { invalidField, ServiceError, unavailable } from '../../contract/errors.ts';
import type { RecordView, SubscriptionStatus } from '../../contract/records.ts';
import { type Database, onReserve, type Sql } from '../../store/database.ts';
import type { Change } from '../audit.ts';
import { insertCustomer } from '../customer-store.ts';
import { enqueueKeyMail } from '../mail/outbox.ts';
import { insertSubscription, STANDARD_PLAN, type SubscriptionRow, updateSubscription } from '../subscription-store.ts';
import { assertApplicable, type BillingEvent, checkSignature, parseBillingEvent, type SignedBody } from './events.ts';

export type BillingResult = RecordView<'BillingResult'>;
export type BillingOutcome = BillingResult['outcome'];

export interface BillingWebhookOptions {
  readonly secret: string;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Called after a key was put into the outbox. */
  readonly onMail: () => void;
}

const STATUS: Record<BillingEvent['type'], SubscriptionStatus> = {
  'subscription.activated': 'active',
  'subscription.renewed': 'active',
  'subscription.past_due': 'past_due',
  'subscription.canceled': 'canceled',
};

/** From the status that grants most to the one that grants least. */
const STATUSES_BY_ACCESS: readonly SubscriptionStatus[] = [
  'active',
  'trialing',
  'past_due',
  'unpaid',
  'expired',
  'canceled',
];

/** Applies the signed billing events of a payment provider. */
export class BillingWebhook {
  readonly #database: Database;
  readonly #options: BillingWebhookOptions;

  constructor(database: Database, options: BillingWebhookOptions) {
    this.#database = database;
    this.#options = options;
  }

  /**
   * Applies a signed event once, whatever the number and order of its deliveries. `readJson` is not called for a body
   * with a bad signature.
   * Throws `unauthorized` for a bad signature, `invalid_request` for a body that is not an event, `not_found` for a
   * subscription that was never activated (the sender should retry: the activation may still be on its way).
   */
  async receive(delivery: SignedBody, readJson: (body: Buffer) => unknown): Promise<BillingResult> {
    const now = this.#options.now();
    checkSignature(this.#options.secret, delivery, now);
    const event = parseBillingEvent(readJson(delivery.body));
    const result = await onReserve(this.#database, (sql) => apply(sql, event, now));
    if (result.outcome === 'applied') this.#options.onMail();
    return result;
  }
}

/** The event's row is inserted first: a concurrent second delivery waits for it and then finds it. */
async function apply(sql: Sql, event: BillingEvent, now: number): Promise<BillingResult> {
  const [fresh] = await sql.query(
    `INSERT INTO billing_events (id, type, outcome, received_at) VALUES ($1, $2, 'applied', $3)
      ON CONFLICT (id) DO NOTHING RETURNING id`,
    [event.id, event.type, now],
  );
  if (!fresh) return duplicateOf(sql, event);
  assertApplicable(event, now);
  const change = { actor: `billing:${event.id}`, now };
  const known = await findByRef(sql, event.subscription);
  const stale = known !== undefined && isStale(event, known);
  const subscriptionId = known?.id ?? (await activateNew(sql, event, change));
  if (known && !stale) await updateKnown(sql, known, { event, change });
  const outcome = stale ? 'stale' : 'applied';
  await sql.query('UPDATE billing_events SET outcome = $2, subscription_id = $3 WHERE id = $1', [
    event.id,
    outcome,
    subscriptionId,
  ]);
  if (!stale) {
    const at = Date.parse(event.created_at);
    await sql.query('UPDATE subscriptions SET last_event_at = $2 WHERE id = $1', [subscriptionId, at]);
  }
  return { outcome, subscriptionId };
}

/**
 * True if a newer event was already applied. Two events with the same time may arrive in any order: the one that grants less
 * wins.
 */
function isStale(event: BillingEvent, { last_event_at: last, status }: SubscriptionRow): boolean {
  const at = Date.parse(event.created_at);
  if (last === null || at > last) return false;
  return at < last || STATUSES_BY_ACCESS.indexOf(STATUS[event.type]) < STATUSES_BY_ACCESS.indexOf(status);
}

async function duplicateOf(sql: Sql, event: BillingEvent): Promise<BillingResult> {
  const [row] = await sql.query<{ subscription_id: string | null }>(
    'SELECT subscription_id FROM billing_events WHERE id = $1',
    [event.id],
  );
  return { outcome: 'duplicate', subscriptionId: row?.subscription_id ?? null };
}

/** Locks the row, so that events about one subscription are applied one at a time. */
async function findByRef(sql: Sql, ref: string): Promise<SubscriptionRow | undefined> {
  await sql.query('UPDATE subscriptions SET external_ref = external_ref WHERE external_ref = $1', [ref]);
  const [row] = await sql.query<SubscriptionRow>('SELECT * FROM subscriptions WHERE external_ref = $1', [ref]);
  return row;
}

async function activateNew(sql: Sql, event: BillingEvent, change: Change): Promise<string> {
  if (event.type !== 'subscription.activated') {
    throw new ServiceError(
      'not_found',
      `Expected a known subscription, got "${event.subscription}": activate it first.`,
    );
  }
  if (!event.customer)
    throw invalidField('customer', 'Expected customer with name and email to activate a new subscription.');
  const customerId = await insertCustomer(sql, event.customer, change);
  const subscriptionId = await insertSubscription(
    sql,
    {
      customerId,
      plan: event.plan ?? STANDARD_PLAN,
      status: 'active',
      periodEnd: periodEnd(event) ?? undefined,
      externalRef: event.subscription,
    },
    change,
  );
  // Another event activated it this very moment: the sender's next attempt will find it.
  if (subscriptionId === undefined) throw unavailable('The subscription is being activated by another event.', 1);
  await enqueueKeyMail(sql, { subscriptionId, keyName: event.customer.name }, change);
  return subscriptionId;
}

async function updateKnown(
  sql: Sql,
  known: SubscriptionRow,
  { event, change }: { event: BillingEvent; change: Change },
) {
  const update = { id: known.id, status: STATUS[event.type], periodEnd: periodEnd(event), plan: event.plan };
  await updateSubscription(sql, update, change);
}

/** Unix milliseconds, `null` for endless, `undefined` when the event does not say. */
function periodEnd({ period_end }: BillingEvent): number | null | undefined {
  return typeof period_end === 'string' ? Date.parse(period_end) : period_end;
}
