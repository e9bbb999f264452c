import { byId, type Child, el, labelled, toClipboard } from '../shared/dom.ts';

/** Asks for confirmation in a dialog; false for "Cancel" and Escape. */
export function confirmed(title: string, confirmLabel: string, ...body: readonly Child[]): Promise<boolean> {
  return asked(title, el('button', { type: 'submit', class: 'primary', value: 'go' }, confirmLabel), body);
}

/** Like `confirmed`, for actions that cannot be undone: the button is in the color of danger. */
export function confirmedLoss(title: string, confirmLabel: string, ...body: readonly Child[]): Promise<boolean> {
  return asked(title, el('button', { type: 'submit', class: 'primary danger', value: 'go' }, confirmLabel), body);
}

function asked(title: string, go: HTMLButtonElement, body: readonly Child[]): Promise<boolean> {
  const no = el('button', { type: 'submit', value: 'no', formnovalidate: true }, 'Cancel');
  return opened(title, el('form', { method: 'dialog' }, ...body, el('div', { class: 'actions' }, go, no)));
}

/** Like `confirmedLoss`, but the name of the customer has to be typed. */
export function confirmedDeletion(name: string): Promise<boolean> {
  const text = `All subscriptions, keys, usage and e-mails of "${name}" are deleted, and the keys stop working within seconds. This cannot be undone.`;
  const typed = el('input', { id: 'typed-name', autocomplete: 'off', required: true });
  typed.addEventListener('input', () =>
    typed.setCustomValidity(typed.value.trim() === name ? '' : `Type "${name}", the name of the customer.`),
  );
  const body = [el('p', {}, text), labelled('Type the name of the customer', typed)];
  return confirmedLoss('Delete this customer?', 'Delete customer', ...body);
}

/** Shows a key, the only time it can be seen, until the reader has said that it is stored. */
export async function showOnce(value: string, ...notes: readonly Child[]): Promise<void> {
  const field = el('input', { id: 'secret', class: 'code', readonly: true, value, 'aria-describedby': 'secret-note' });
  const status = el('span', { class: 'hint', role: 'status' });
  const copy = el('button', { type: 'button' }, 'Copy');
  copy.addEventListener('click', async () => {
    field.select();
    status.textContent = (await toClipboard(value)) ? 'Copied.' : 'Copy the selected text.';
  });
  const note = 'Store the key now. It is shown only once: the service keeps a hash of it and cannot show it again.';
  const stored = el('input', { id: 'stored', type: 'checkbox', required: true });
  const close = el('button', { type: 'submit', class: 'primary', value: 'go' }, 'Close');
  const body = [
    el('p', { id: 'secret-note' }, note),
    el('label', { for: 'secret' }, 'Key'),
    field,
    ...notes,
    el(
      'form',
      { method: 'dialog' },
      el('p', { class: 'check' }, stored, el('label', { for: 'stored' }, 'I have stored the key')),
      el('div', { class: 'actions' }, copy, close, status),
    ),
  ];
  window.addEventListener('beforeunload', ask);
  try {
    while (!(await opened('New key', ...body))) status.textContent = 'Tick "I have stored the key" first.';
  } finally {
    window.removeEventListener('beforeunload', ask);
    field.value = '';
  }
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function opened(title: string, ...body: readonly Child[]): Promise<boolean> {
  const dialog = byId('dialog', HTMLDialogElement);
  byId('dialog-title', HTMLElement).textContent = title;
  byId('dialog-body', HTMLElement).replaceChildren(...body);
  dialog.returnValue = 'no';
  dialog.showModal();
  return new Promise((resolve) => {
    const onClose = () => {
      const isDone = dialog.returnValue === 'go';
      byId('dialog-body', HTMLElement).replaceChildren();
      resolve(isDone);
    };
    dialog.addEventListener('close', onClose, { once: true });
  });
}
