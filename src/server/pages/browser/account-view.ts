import { confirmed, showKeyOnce } from './dialogs.ts';
import { el } from './dom.ts';
import { inFamilies, keyName } from './key-family.ts';
import type { Stage } from './page-context.ts';
import type { Account, KeyRecord, RotatedKey } from './records.ts';
import { usagePlot } from './usage-plot.ts';
import { facts, momentText, part, perWindow, statusBadge } from './words.ts';

const OVERLAPS: readonly (readonly [seconds: number, words: string])[] = [
  [3600, 'for one more hour'],
  [86_400, 'for one more day'],
  [604_800, 'for one more week'],
  [0, 'no longer: it ends now'],
];

/** A customer's own key: status, limits, usage, rotation. Rejects with TroubleMet. */
export async function showAccount(stage: Stage): Promise<void> {
  const { key, family, subscription, usage } = await stage.session.get<Account>('v1/account');
  const rotate = el('button', { type: 'button' }, 'Rotate this key');
  rotate.addEventListener('click', () => stage.attempt(() => rotateKey(stage)));
  stage.show(
    part(
      'Subscription',
      facts([
        ['Status', statusBadge(subscription.status)],
        ['Plan', subscription.plan],
        ['Paid until', momentText(subscription.period_end, 'no end')],
        ['Limit', perWindow(key.limit, key.window_seconds)],
      ]),
    ),
    part(
      'Key',
      facts([
        ['Name', key.name],
        ['Id', el('code', {}, key.id)],
        ['Made', momentText(key.created_at, '')],
        ['Ends', momentText(key.expires_at, 'never')],
        ['Last used', momentText(key.last_used_at, 'not yet')],
      ]),
      el('div', { class: 'actions' }, rotate),
      ...(family.length === 1 ? [] : [familyTable(family)]),
    ),
    part('Usage', usagePlot(usage)),
  );
}

/** So that the owner of a key sees what somebody else rotated from it. */
function familyTable(family: readonly KeyRecord[]): HTMLElement {
  const head = ['Key', 'State', 'Made', 'Ends'].map((name) => el('th', { scope: 'col' }, name));
  const rows = inFamilies(family).map((placed) =>
    el(
      'tr',
      {},
      el('td', {}, keyName(placed)),
      el('td', {}, statusBadge(placed.key.state)),
      el('td', {}, momentText(placed.key.created_at, '')),
      el('td', {}, momentText(placed.key.expires_at, 'never')),
    ),
  );
  const table = el('table', {}, el('thead', {}, el('tr', {}, ...head)), el('tbody', {}, ...rows));
  const label = 'Keys rotated from one another';
  return el(
    'div',
    {},
    el('h3', {}, label),
    el('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': label }, table),
  );
}

async function rotateKey(stage: Stage): Promise<void> {
  const choice = el(
    'select',
    { id: 'overlap' },
    ...OVERLAPS.map(([seconds, words]) => el('option', { value: String(seconds) }, words)),
  );
  const ahead = await confirmed(
    'Rotate this key?',
    'Make the new key',
    el('p', {}, 'You get a new key with the same limits. The old one works on as long as you say here.'),
    el('label', { for: 'overlap' }, 'The old key works'),
    choice,
  );
  if (!ahead) return;
  const overlap = { overlap_seconds: Number(choice.value) };
  const made = await stage.session.send<RotatedKey>('POST', 'v1/account/rotate', overlap);
  stage.session.replaceToken(made.key);
  const until = momentText(made.old_key_expires_at, 'its own end');
  await showKeyOnce(
    made.key,
    el('p', { class: 'hint' }, `The old key works until ${until}. This page uses the new one.`),
  );
  await showAccount(stage);
}
