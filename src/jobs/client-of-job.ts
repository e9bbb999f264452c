/**
 * SQL of the client whose job a row of `jobs` is, for bounds that hold for a client as a whole: the customer of the key that
 * sent it, with all keys, as `boundedClientOf` says of a request. Every key has a subscription and so a customer, and
 * neither ever changes. Read by a join, as releases that run beside this one insert jobs without new columns. (`jobs.client`
 * is something else: the rotation group, whose jobs a key may see.) `row`: the name of the row in the query.
 */
export function clientOfJob(row: string): string {
  return `(SELECT s.customer_id FROM api_keys k JOIN subscriptions s ON s.id = k.subscription_id WHERE k.id = ${row}.key_id)`;
}
