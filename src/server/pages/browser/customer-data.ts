import { confirmedByName } from './dialogs.ts';
import { el } from './dom.ts';
import { goTo } from './go-to.ts';
import type { CustomerPage } from './page-context.ts';
import { placeOf } from './places.ts';

/** What a customer may ask for: all data that is kept, and their end. */
export function customerData({ context, file: { customer } }: CustomerPage): HTMLElement {
  const address = `admin/v1/customers/${encodeURIComponent(customer.id)}`;
  const save = el('button', { type: 'button' }, 'Export all that is kept');
  save.addEventListener('click', () =>
    context.attempt(async () => saveFile(`${customer.id}.json`, await context.session.get(`${address}/export`))),
  );
  const remove = el('button', { type: 'button' }, 'Delete this customer');
  remove.addEventListener('click', () =>
    context.attempt(async () => {
      if (!(await isSure(customer.name))) return;
      await context.session.send('DELETE', address);
      goTo(placeOf(''));
      context.announce('The customer is deleted.');
    }),
  );
  return el('div', { class: 'actions' }, save, ...(context.mayChange ? [remove] : []));
}

function isSure(name: string): Promise<boolean> {
  const text = `All subscriptions, keys, usage and e-mails of "${name}" are deleted, and the keys stop working within seconds. This cannot be undone.`;
  return confirmedByName('Delete this customer?', 'Delete customer', { name, text });
}

function saveFile(name: string, content: unknown): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }));
  el('a', { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}
