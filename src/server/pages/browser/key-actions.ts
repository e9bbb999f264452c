import { confirmed, showOnce } from './dialogs.ts';
import { type Child, el, labelled } from './dom.ts';
import { dayField, limitField } from './fields.ts';
import { askOverlap } from './key-overlap.ts';
import type { CustomerPage } from './page-context.ts';
import { momentText, perWindow } from './presentation.ts';
import type { IssuedKey, KeyRecord, RotatedKey } from './records.ts';
import { descendantsOf } from './rotation-tree.ts';

/** Asks, then ends a key and those rotated from it, or the key alone. */
export async function revokeKey({ context, file, refresh }: CustomerPage, key: KeyRecord): Promise<void> {
  const warning = el('p', {}, `"${key.name}" (${key.id}) stops working within seconds. This cannot be undone.`);
  const alive = descendantsOf(file.keys, key.id).filter(({ state }) => state === 'active');
  const reach = el('select', { id: 'reach' }, ...reachOptions(alive));
  const choice = alive.length === 0 ? [] : [el('label', { for: 'reach' }, 'Keys rotated from it'), reach];
  if (!(await confirmed('Revoke this key?', 'Revoke key', warning, ...choice))) return;
  const only = alive.length > 0 && reach.value === 'only';
  await context.session.send('POST', `admin/v1/keys/${key.id}/revoke${only ? '?only=true' : ''}`);
  await refresh();
  context.announce(
    only || alive.length === 0 ? 'The key is revoked.' : 'The key and the keys rotated from it are revoked.',
  );
}

/** What to do with the keys rotated from a revoked key: whoever had that key may have them too. */
function reachOptions(alive: readonly KeyRecord[]): readonly HTMLElement[] {
  const ids = alive.map(({ id }) => id).join(', ');
  return [
    el('option', { value: 'all' }, `revoke them too: ${ids}`),
    el('option', { value: 'only' }, 'keep them: only if nobody else ever had this key'),
  ];
}

/** Asks for the overlap, then makes a key in place of another one and shows it once. */
export async function rotateKey({ context, refresh }: CustomerPage, { id }: KeyRecord): Promise<void> {
  const seconds = await askOverlap();
  if (seconds === undefined) return;
  const body = { overlap_seconds: seconds };
  const made = await context.session.send<RotatedKey>('POST', `admin/v1/keys/${id}/rotate`, body);
  const until = momentText(made.old_key_expires_at, 'it is revoked');
  await showOnce({ kind: 'key', value: made.key }, el('p', { class: 'hint' }, `The old key works until ${until}.`));
  await refresh();
}

/** Asks for limit and expiry of a key. A lower limit and an expiry are asked about again. */
export async function changeKey({ context, refresh }: CustomerPage, key: KeyRecord): Promise<void> {
  const limit = limitField('key-limit', key.limit);
  const expires = dayField('key-expires', key.expires_at);
  const form = [
    el('p', {}, `"${key.name}" (${key.id}) has ${perWindow(key.limit, key.window_seconds)}.`),
    labelled("Requests per window (leave empty for the plan's limit)", limit),
    labelled('Works until the beginning of (UTC; leave empty for no end)', expires),
  ];
  if (!(await confirmed('Change this key?', 'Change key', ...form))) return;
  const isSameLimit = limit.value === String(key.limit);
  const isSameEnd = expires.value === (key.expires_at ?? '').slice(0, 10);
  const warnings = [
    ...(limit.value !== '' && Number(limit.value) < key.limit
      ? [`The limit falls from ${key.limit} to ${limit.value}.`]
      : []),
    ...(isSameEnd || expires.value === '' ? [] : [`The key stops working on ${expires.value}.`]),
  ];
  if (
    warnings.length > 0 &&
    !(await confirmed('Are you sure?', 'Change it', ...warnings.map((text) => el('p', {}, text))))
  )
    return;
  await context.session.send('PATCH', `admin/v1/keys/${key.id}`, {
    ...(isSameLimit ? {} : { limit: limit.value === '' ? null : Number(limit.value) }),
    ...(isSameEnd ? {} : { expires: expires.value === '' ? null : expires.value }),
  });
  await refresh();
  context.announce('The key is changed.');
}

/** Asks for name, limit and expiry, then makes a key and shows it once. */
export async function issueKey({ context, file, refresh }: CustomerPage, subscriptionId: string): Promise<void> {
  const name = el('input', { id: 'key-name', autocomplete: 'off', required: true, value: file.customer.name });
  const limit = limitField('key-limit', null);
  const expires = dayField('key-expires', null);
  const form: Child[] = [
    labelled('Name of the key', name),
    labelled("Requests per window (leave empty for the plan's limit)", limit),
    labelled('Works until the beginning of (UTC; leave empty for no end)', expires),
  ];
  if (!(await confirmed('Issue a key', 'Issue key', ...form))) return;
  const { key } = await context.session.send<IssuedKey>('POST', 'admin/v1/keys', {
    name: name.value,
    subscription_id: subscriptionId,
    ...(limit.value === '' ? {} : { limit: Number(limit.value) }),
    ...(expires.value === '' ? {} : { expires: expires.value }),
  });
  await showOnce({ kind: 'key', value: key });
  await refresh();
}
