import { confirmed, showKeyOnce } from './dialogs.ts';
import { el } from './dom.ts';
import { descendantsOf, inFamilies, keyName, type PlacedKey } from './key-family.ts';
import type { CustomerPage } from './page-context.ts';
import type { IssuedKey, KeyRecord, UsageDay } from './records.ts';
import { usagePlot } from './usage-plot.ts';
import { momentText, perWindow, statusBadge } from './words.ts';

/** The keys of a subscription, with what an operator does to them. */
export function keyTable(page: CustomerPage, subscriptionId: string): HTMLElement {
  const keys = page.file.keys.filter((key) => key.subscription_id === subscriptionId);
  const head = ['Key', 'State', 'Limit', 'Last used', 'Actions'].map((name) => el('th', { scope: 'col' }, name));
  const plot = el('div', { class: 'usage', role: 'status' });
  const rows = inFamilies(keys).map((placed) => keyRow(page, placed, plot));
  const table = el('table', {}, el('thead', {}, el('tr', {}, ...head)), el('tbody', {}, ...rows));
  const issue = el('button', { type: 'button' }, 'Issue a key');
  issue.addEventListener('click', () => page.stage.attempt(() => issueKey(page, subscriptionId)));
  return el(
    'div',
    {},
    keys.length === 0
      ? el('p', { class: 'hint' }, 'None yet.')
      : el('div', { class: 'scroll', role: 'group', tabindex: '0', 'aria-label': 'Keys' }, table),
    plot,
    el('div', { class: 'actions' }, issue),
  );
}

function keyRow(page: CustomerPage, placed: PlacedKey, plot: HTMLElement): HTMLTableRowElement {
  const { key } = placed;
  const usage = el('button', { type: 'button', 'aria-label': `Usage of ${key.id}` }, 'Usage');
  usage.addEventListener('click', () =>
    page.stage.attempt(async () => {
      const { days } = await page.stage.session.get<{ days: UsageDay[] }>(`admin/v1/keys/${key.id}/usage?days=30`);
      plot.replaceChildren(el('h4', {}, `Usage of ${key.id}`), usagePlot(days));
    }),
  );
  const revoke = el('button', { type: 'button', 'aria-label': `Revoke ${key.id}` }, 'Revoke');
  revoke.addEventListener('click', () => page.stage.attempt(() => revokeKey(page, key)));
  return el(
    'tr',
    {},
    el('td', {}, keyName(placed)),
    el('td', {}, statusBadge(key.state)),
    el('td', {}, perWindow(key.limit, key.window_seconds)),
    el('td', {}, momentText(key.last_used_at, 'not yet')),
    el('td', {}, el('div', { class: 'actions' }, usage, ...(key.state === 'active' ? [revoke] : []))),
  );
}

async function revokeKey({ stage, file, refresh }: CustomerPage, key: KeyRecord): Promise<void> {
  const warning = el('p', {}, `"${key.name}" (${key.id}) stops working within seconds, for good.`);
  const alive = descendantsOf(file.keys, key.id).filter(({ state }) => state === 'active');
  const reach = el('select', { id: 'reach' }, ...reaches(alive));
  const choice = alive.length === 0 ? [] : [el('label', { for: 'reach' }, 'Keys rotated from it'), reach];
  if (!(await confirmed('Revoke this key?', 'Revoke it', warning, ...choice))) return;
  const only = alive.length > 0 && reach.value === 'only';
  await stage.session.send('POST', `admin/v1/keys/${key.id}/revoke${only ? '?only=true' : ''}`);
  await refresh();
  stage.say(only || alive.length === 0 ? 'The key is revoked.' : 'The key and those rotated from it are revoked.');
}

/** What may be done to the keys rotated from one that is revoked; whoever held that one may hold them too. */
function reaches(alive: readonly KeyRecord[]): readonly HTMLElement[] {
  const ids = alive.map(({ id }) => id).join(', ');
  return [
    el('option', { value: 'all' }, `end with it: ${ids}`),
    el('option', { value: 'only' }, 'go on working: only where this one was never in wrong hands'),
  ];
}

async function issueKey({ stage, file, refresh }: CustomerPage, subscriptionId: string): Promise<void> {
  const name = el('input', { id: 'key-name', autocomplete: 'off', required: true, value: file.customer.name });
  const ahead = await confirmed('Issue a key', 'Issue it', el('label', { for: 'key-name' }, 'Name of the key'), name);
  if (!ahead) return;
  const body = { name: name.value, subscription_id: subscriptionId };
  const { key } = await stage.session.send<IssuedKey>('POST', 'admin/v1/keys', body);
  await showKeyOnce(key);
  await refresh();
}
