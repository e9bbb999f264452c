import { byId, type Child, el } from './dom.ts';

/**
 * Asks for confirmation in a dialog. Resolves with true when the button `confirmLabel` is pressed, with false for
 * "Cancel" and Escape.
 */
export function confirmed(title: string, confirmLabel: string, ...body: readonly Child[]): Promise<boolean> {
  const go = el('button', { type: 'submit', class: 'primary', value: 'go' }, confirmLabel);
  const no = el('button', { type: 'submit', value: 'no', formnovalidate: true }, 'Cancel');
  return opened(title, el('form', { method: 'dialog' }, ...body, el('div', { class: 'actions' }, go, no)));
}

/** Shows a new key, the only time it can be seen; resolves when the dialog is closed. */
export async function showKeyOnce(key: string, ...notes: readonly Child[]): Promise<void> {
  const field = el('input', {
    id: 'new-key',
    class: 'code',
    readonly: true,
    value: key,
    'aria-describedby': 'new-key-note',
  });
  const status = el('span', { class: 'hint', role: 'status' });
  const copy = el('button', { type: 'button' }, 'Copy');
  copy.addEventListener('click', async () => {
    field.select();
    const copied = await navigator.clipboard?.writeText(key).then(
      () => true,
      () => false,
    );
    status.textContent = copied === true ? 'Copied.' : 'Copy the selected text.';
  });
  const done = el('button', { type: 'submit', class: 'primary', value: 'no' }, 'I have stored the key');
  await opened(
    'New key',
    el(
      'p',
      { id: 'new-key-note' },
      'Store the key now. It is shown only once: the service keeps a hash of it and cannot show it again.',
    ),
    el('label', { for: 'new-key' }, 'Key'),
    field,
    ...notes,
    el('form', { method: 'dialog' }, el('div', { class: 'actions' }, copy, done, status)),
  );
  field.value = '';
}

function opened(title: string, ...body: readonly Child[]): Promise<boolean> {
  const dialog = byId('dialog', HTMLDialogElement);
  byId('dialog-title', HTMLElement).textContent = title;
  byId('dialog-body', HTMLElement).replaceChildren(...body);
  dialog.returnValue = 'no';
  dialog.showModal();
  return new Promise((resolve) => {
    const onClose = () => {
      resolve(dialog.returnValue === 'go');
      byId('dialog-body', HTMLElement).replaceChildren();
    };
    dialog.addEventListener('close', onClose, { once: true });
  });
}
