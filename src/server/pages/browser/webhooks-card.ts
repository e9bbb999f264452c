import { el } from './dom.ts';
import { card, definitionList } from './presentation.ts';
import type { Webhooks } from './records.ts';

/** What a receiver of webhooks has to know. The secret is shown when it is asked for: others may see the screen. */
export function webhooksCard({ client, secret }: Webhooks): HTMLElement {
  const hint =
    'The header webhook-signature is t=<Unix seconds>,v2=<hex HMAC-SHA256 of "<t>.<body>">, with this text as the key.';
  return card(
    'Webhooks of jobs',
    definitionList([['Client', el('code', {}, client)]]),
    el(
      'details',
      {},
      el('summary', {}, 'Show the signing secret'),
      el('p', {}, el('code', {}, secret)),
      el('p', { class: 'hint' }, hint),
    ),
  );
}
