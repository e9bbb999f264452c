import type { RecordBody } from '../../contract/records.ts';
import { buttonOf, el } from '../shared/dom.ts';
import { showOnce } from './dialogs.ts';
import { jobsCard } from './jobs-card.ts';
import { askOverlap, inRotationOrder, keyName } from './key-table.ts';
import type { Account, KeyRecord, PageContext } from './page-context.ts';
import {
  card,
  definitionList,
  keyBadge,
  momentText,
  perWindow,
  row,
  scrollTable,
  statusBadge,
} from './presentation.ts';
import { usagePlot } from './usage-plot.ts';

/** A customer's own key: status, limits, usage, rotation. Rejects with ServiceError. */
export async function showAccount(context: PageContext): Promise<void> {
  const { key, family, subscription, usage } = await context.session.get<Account>('/v1/account');
  const rotate = buttonOf('Rotate this key', () => context.attempt(() => rotateKey(context)));
  context.show(
    card(
      'Subscription',
      definitionList([
        ['Status', statusBadge(subscription.status)],
        ['Plan', subscription.plan],
        ['Paid until', momentText(subscription.period_end, 'no end')],
        ['Limit', perWindow(key.limit, key.window_seconds)],
      ]),
    ),
    card(
      'Key',
      definitionList([
        ['Name', key.name],
        ['State', keyBadge(key)],
        ['Key', el('code', {}, `cvs_${key.id}…`)],
        ['Id', el('code', {}, key.id)],
        ['Created', momentText(key.created_at, '')],
        ['Expires', momentText(key.expires_at, 'never')],
        ['Last used', momentText(key.last_used_at, 'never')],
      ]),
      el('div', { class: 'actions' }, rotate),
      ...(family.length === 1 ? [] : [rotationGroupTable(family)]),
    ),
    card('Usage', usagePlot(usage, key)),
    jobsCard(context),
  );
}

/** Lets the owner of a key see keys that someone else rotated from it. */
function rotationGroupTable(family: readonly KeyRecord[]): HTMLElement {
  const rows = inRotationOrder(family).map((placed) => {
    const { created_at: created, expires_at: expires } = placed.key;
    return row(keyName(placed), keyBadge(placed.key), momentText(created, ''), momentText(expires, 'never'));
  });
  const label = 'Keys rotated from one another';
  return el('div', {}, el('h3', {}, label), scrollTable(label, ['Key', 'State', 'Created', 'Expires'], rows));
}

async function rotateKey(context: PageContext): Promise<void> {
  const seconds = await askOverlap();
  if (seconds === undefined) return;
  const body = { overlap_seconds: seconds };
  const created = await context.session.send<RecordBody<'RotatedKey'>>('POST', '/v1/account/rotate', body);
  context.replaceToken(created.key);
  const until = momentText(created.old_key_expires_at, 'it is revoked');
  const note = `The old key works until ${until}. This page now uses the new key.`;
  await showOnce(created.key, el('p', { class: 'hint' }, note));
  await showAccount(context);
}
