import { el } from './dom.ts';
import { changeKey, issueKey, revokeKey, rotateKey } from './key-actions.ts';
import type { CustomerPage } from './page-context.ts';
import { keyBadge, momentText, perWindow } from './presentation.ts';
import type { KeyRecord, UsageDay } from './records.ts';
import { inRotationOrder, keyName, type PlacedKey } from './rotation-tree.ts';
import { row, scrollTable } from './tables.ts';
import { usagePlot } from './usage-plot.ts';

type Action = (page: CustomerPage, key: KeyRecord) => Promise<void>;

/** The keys of a subscription, with the operator's actions on them. */
export function keyTable(page: CustomerPage, subscriptionId: string): HTMLElement {
  const keys = page.file.keys.filter((key) => key.subscription_id === subscriptionId);
  const plot = el('div', { class: 'usage', role: 'status' });
  const rows = inRotationOrder(keys).map((placed) => keyRow(page, placed, plot));
  const issue = el('button', { type: 'button' }, 'Issue a key');
  issue.addEventListener('click', () => page.context.attempt(() => issueKey(page, subscriptionId)));
  const head = ['Key', 'Actions', 'State', 'Limit', 'Last used', 'Expires'];
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
  const action = (name: string, work: Action) => {
    const button = el('button', { type: 'button', 'aria-label': `${name} ${key.id}` }, name.replace(' of', ''));
    button.addEventListener('click', () => page.context.attempt(() => work(page, key)));
    return button;
  };
  const showUsage: Action = async ({ context }) => {
    const { days } = await context.session.get<{ days: UsageDay[] }>(`admin/v1/keys/${key.id}/usage?days=30`);
    plot.replaceChildren(el('h4', {}, `Usage of ${key.id}`), usagePlot(days, key));
  };
  const changes = [action('Rotate', rotateKey), action('Change', changeKey), action('Revoke', revokeKey)];
  return row(
    keyName(placed),
    el(
      'div',
      { class: 'actions' },
      action('Usage of', showUsage),
      ...(key.state === 'active' && page.context.mayChange ? changes : []),
    ),
    keyBadge(key),
    perWindow(key.limit, key.window_seconds),
    momentText(key.last_used_at, 'never'),
    momentText(key.expires_at, 'never'),
  );
}
