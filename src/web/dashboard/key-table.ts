import type { RecordBody } from '../../contract/records.ts';
import { buttonOf, countText, el, labelled } from '../shared/dom.ts';
import { confirmed, confirmedLoss, showOnce } from './dialogs.ts';
import type { CustomerPage, KeyRecord, UsageDay } from './page-context.ts';
import { dayField, keyBadge, limitField, momentText, perWindow, row, scrollTable, select } from './presentation.ts';
import { usagePlot } from './usage-plot.ts';

type Action = (page: CustomerPage, key: KeyRecord) => Promise<void>;

export function keyTable(page: CustomerPage, subscriptionId: string): HTMLElement {
  const keys = page.file.keys.filter((key) => key.subscription_id === subscriptionId);
  const plot = el('div', { class: 'usage', role: 'status' });
  const rows = inRotationOrder(keys).map((placed) => keyRow(page, placed, plot));
  const issue = buttonOf('Issue a key', () => page.context.attempt(() => issueKey(page, subscriptionId)));
  const head = ['Key', 'State', 'Limit', 'Last used', 'Expires'];
  return el(
    'div',
    {},
    keys.length === 0 ? el('p', { class: 'hint' }, 'No keys yet.') : scrollTable('Keys', head, rows),
    plot,
    page.context.mayChange ? el('div', { class: 'actions' }, issue) : '',
  );
}

function keyRow(page: CustomerPage, placed: PlacedKey, plot: HTMLElement): HTMLTableRowElement {
  const { key } = placed;
  const action = (name: string, work: Action, style?: string) => {
    const attributes = { 'aria-label': `${name} ${key.id}`, class: style };
    return buttonOf(name.replace(' of', ''), () => page.context.attempt(() => work(page, key)), attributes);
  };
  const showUsage: Action = async ({ context }) => {
    const { days } = await context.session.get<{ days: UsageDay[] }>(`/admin/v1/keys/${key.id}/usage?days=30`);
    plot.replaceChildren(el('h4', {}, `Usage of ${key.id}`), usagePlot(days, key));
  };
  const changes = [
    action('Change', changeKey),
    action('Rotate', rotateKey),
    action('Revoke', revokeKey, 'danger apart'),
  ];
  const actions = el(
    'div',
    { class: 'actions' },
    action('Usage of', showUsage),
    ...(key.state === 'active' && page.context.mayChange ? changes : []),
  );
  return row(
    el('div', {}, keyName(placed), actions),
    keyBadge(key),
    perWindow(key.limit, key.window_seconds),
    momentText(key.last_used_at, 'never'),
    momentText(key.expires_at, 'never'),
  );
}

async function revokeKey({ context, file, refresh }: CustomerPage, key: KeyRecord): Promise<void> {
  const warning = el('p', {}, `"${key.name}" (${key.id}) stops working within seconds. This cannot be undone.`);
  const alive = descendantsOf(file.keys, key.id).filter(({ state }) => state === 'active');
  const reach = select('reach', reachOptions(alive));
  const choice = alive.length === 0 ? [] : [el('label', { for: 'reach' }, 'Keys rotated from it'), reach];
  if (!(await confirmedLoss('Revoke this key?', 'Revoke key', warning, ...choice))) return;
  const only = alive.length > 0 && reach.value === 'only';
  await context.session.send('POST', `/admin/v1/keys/${key.id}/revoke${only ? '?only=true' : ''}`);
  await refresh();
  context.announce(only || alive.length === 0 ? 'Key revoked.' : 'Key and the keys rotated from it revoked.');
}

/** Options for the keys rotated from a revoked key: whoever had that key may have them too. */
function reachOptions(alive: readonly KeyRecord[]): readonly (readonly [value: string, text: string])[] {
  const ids = alive.map(({ id }) => id).join(', ');
  return [
    ['all', `revoke them too: ${ids}`],
    ['only', 'keep them: only if nobody else ever had this key'],
  ];
}

async function rotateKey({ context, refresh }: CustomerPage, { id }: KeyRecord): Promise<void> {
  const seconds = await askOverlap();
  if (seconds === undefined) return;
  const body = { overlap_seconds: seconds };
  const made = await context.session.send<RecordBody<'RotatedKey'>>('POST', `/admin/v1/keys/${id}/rotate`, body);
  const until = momentText(made.old_key_expires_at, 'it is revoked');
  await showOnce(made.key, el('p', { class: 'hint' }, `The old key works until ${until}.`));
  await refresh();
}

async function changeKey({ context, refresh }: CustomerPage, key: KeyRecord): Promise<void> {
  const { limit, expires, fields } = bounds(key.limit, key.expires_at);
  const now = el('p', {}, `"${key.name}" (${key.id}) has ${perWindow(key.limit, key.window_seconds)}.`);
  if (!(await confirmed('Change this key?', 'Change key', now, ...fields))) return;
  const isSameLimit = limit.value === String(key.limit);
  const isSameEnd = expires.value === (key.expires_at ?? '').slice(0, 10);
  const warnings = [
    ...(limit.value !== '' && Number(limit.value) < key.limit
      ? [`The limit falls from ${countText(key.limit)} to ${countText(Number(limit.value))}.`]
      : []),
    ...(isSameEnd || expires.value === '' ? [] : [`The key stops working on ${expires.value}.`]),
  ];
  const items = warnings.map((text) => el('p', {}, text));
  if (items.length > 0 && !(await confirmed('Are you sure?', 'Change it', ...items))) return;
  await context.session.send('PATCH', `/admin/v1/keys/${key.id}`, {
    ...(isSameLimit ? {} : { limit: limit.value === '' ? null : Number(limit.value) }),
    ...(isSameEnd ? {} : { expires: expires.value === '' ? null : expires.value }),
  });
  await refresh();
  context.announce('Key changed.');
}

async function issueKey({ context, file, refresh }: CustomerPage, subscriptionId: string): Promise<void> {
  const name = el('input', { id: 'key-name', autocomplete: 'off', required: true, value: file.customer.name });
  const { limit, expires, fields } = bounds(null, null);
  if (!(await confirmed('Issue a key', 'Issue key', labelled('Name of the key', name), ...fields))) return;
  const { key } = await context.session.send<RecordBody<'IssuedKey'>>('POST', '/admin/v1/keys', {
    name: name.value,
    subscription_id: subscriptionId,
    ...(limit.value === '' ? {} : { limit: Number(limit.value) }),
    ...(expires.value === '' ? {} : { expires: expires.value }),
  });
  await showOnce(key);
  await refresh();
}

function bounds(limitOfKey: number | null, end: string | null) {
  const limit = limitField('key-limit', limitOfKey);
  const expires = dayField('key-expires', end);
  const fields = [
    labelled('Requests per window (empty: as the plan)', limit),
    labelled('Expires at the start of (UTC; leave empty for no end)', expires),
  ];
  return { limit, expires, fields };
}

/** A key with the number of rotations between it and the first listed key of its rotation group. */
interface PlacedKey {
  readonly key: KeyRecord;
  readonly depth: number;
}

/** Orders keys so that each is followed by those that were rotated from it. */
export function inRotationOrder(keys: readonly KeyRecord[]): readonly PlacedKey[] {
  const listed = new Set(keys.map(({ id }) => id));
  const childrenOf = (id: string | null) =>
    keys.filter((key) => (key.rotated_from !== null && listed.has(key.rotated_from) ? key.rotated_from : null) === id);
  const place = (key: KeyRecord, depth: number): PlacedKey[] => [
    { key, depth },
    ...childrenOf(key.id).flatMap((child) => place(child, depth + 1)),
  ];
  return childrenOf(null).flatMap((first) => place(first, 0));
}

function descendantsOf(keys: readonly KeyRecord[], id: string): readonly KeyRecord[] {
  const direct = keys.filter((key) => key.rotated_from === id);
  return direct.flatMap((key) => [key, ...descendantsOf(keys, key.id)]);
}

export function keyName({ key, depth }: PlacedKey): HTMLElement {
  const origin = key.rotated_from === null ? [] : [el('br'), 'rotated from ', el('code', {}, key.rotated_from)];
  const name = el('div', {}, key.name, el('br'), el('code', {}, `cvs_${key.id}…`), ...origin);
  name.style.paddingLeft = `${0.9 * Math.min(depth, 3)}rem`;
  return name;
}

const OVERLAPS = [
  ['3600', 'for one more hour'],
  ['86400', 'for one more day'],
  ['604800', 'for one more week'],
  ['0', 'no longer: revoke it now'],
] as const;

/** Asks how many seconds an old key keeps working next to its new one; undefined: canceled. Zero is confirmed once more. */
export async function askOverlap(): Promise<number | undefined> {
  const choice = select('overlap', OVERLAPS, '3600');
  const isConfirmed = await confirmed(
    'Rotate this key?',
    'Create the new key',
    el('p', {}, 'A new key with the same limits is made. Choose how long the old key keeps working.'),
    el('label', { for: 'overlap' }, 'The old key keeps working'),
    choice,
  );
  if (!isConfirmed) return undefined;
  const seconds = Number(choice.value);
  const warning = 'Within seconds, requests with the old key are refused. This cannot be undone.';
  if (seconds === 0 && !(await confirmedLoss('Revoke the old key now?', 'Revoke it now', el('p', {}, warning))))
    return undefined;
  return seconds;
}
