import { confirmed, showKeyOnce } from './dialogs.ts';
import { el } from './dom.ts';
import type { CustomerPage } from './page-context.ts';
import { momentText, perWindow, statusBadge } from './presentation.ts';
import type { IssuedKey, KeyRecord, UsageDay } from './records.ts';
import { descendantsOf, inRotationOrder, keyName, type PlacedKey } from './rotation-tree.ts';
import { usagePlot } from './usage-plot.ts';

/** The keys of a subscription, with the operator's actions on them. */
export function keyTable(page: CustomerPage, subscriptionId: string): HTMLElement {
  const keys = page.file.keys.filter((key) => key.subscription_id === subscriptionId);
  const head = ['Key', 'State', 'Limit', 'Last used', 'Actions'].map((name) => el('th', { scope: 'col' }, name));
  const plot = el('div', { class: 'usage', role: 'status' });
  const rows = inRotationOrder(keys).map((placed) => keyRow(page, placed, plot));
  const table = el('table', {}, el('thead', {}, el('tr', {}, ...head)), el('tbody', {}, ...rows));
  const issue = el('button', { type: 'button' }, 'Issue a key');
  issue.addEventListener('click', () => page.context.attempt(() => issueKey(page, subscriptionId)));
  return el(
    'div',
    {},
    keys.length === 0
      ? el('p', { class: 'hint' }, 'No keys yet.')
      : el('div', { class: 'scroll', role: 'group', tabindex: '0', 'aria-label': 'Keys' }, table),
    plot,
    el('div', { class: 'actions' }, issue),
  );
}

function keyRow(page: CustomerPage, placed: PlacedKey, plot: HTMLElement): HTMLTableRowElement {
  const { key } = placed;
  const usage = el('button', { type: 'button', 'aria-label': `Usage of ${key.id}` }, 'Usage');
  usage.addEventListener('click', () =>
    page.context.attempt(async () => {
      const { days } = await page.context.session.get<{ days: UsageDay[] }>(`admin/v1/keys/${key.id}/usage?days=30`);
      plot.replaceChildren(el('h4', {}, `Usage of ${key.id}`), usagePlot(days));
    }),
  );
  const revoke = el('button', { type: 'button', 'aria-label': `Revoke ${key.id}` }, 'Revoke');
  revoke.addEventListener('click', () => page.context.attempt(() => revokeKey(page, key)));
  return el(
    'tr',
    {},
    el('td', {}, keyName(placed)),
    el('td', {}, statusBadge(key.state)),
    el('td', {}, perWindow(key.limit, key.window_seconds)),
    el('td', {}, momentText(key.last_used_at, 'never')),
    el('td', {}, el('div', { class: 'actions' }, usage, ...(key.state === 'active' ? [revoke] : []))),
  );
}

async function revokeKey({ context, file, refresh }: CustomerPage, key: KeyRecord): Promise<void> {
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

async function issueKey({ context, file, refresh }: CustomerPage, subscriptionId: string): Promise<void> {
  const name = el('input', { id: 'key-name', autocomplete: 'off', required: true, value: file.customer.name });
  const isConfirmed = await confirmed(
    'Issue a key',
    'Issue key',
    el('label', { for: 'key-name' }, 'Name of the key'),
    name,
  );
  if (!isConfirmed) return;
  const body = { name: name.value, subscription_id: subscriptionId };
  const { key } = await context.session.send<IssuedKey>('POST', 'admin/v1/keys', body);
  await showKeyOnce(key);
  await refresh();
}
