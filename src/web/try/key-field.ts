import { byId, show } from '../shared/dom.ts';
import { showFieldError } from '../shared/field-error.ts';
import type { UiError } from '../shared/ui-error.ts';
import { serviceInfo } from './service-info.ts';

const part = byId('key-part', HTMLElement);
const field = byId('key', HTMLInputElement);
const opener = byId('key-open', HTMLButtonElement);

function entered(): string {
  return field.value.trim();
}

/** Shows the field of the key above the buttons of a form, whatever form it was in before. */
function openIn(form: HTMLElement): void {
  form.querySelector('.key-place')?.append(part);
  show(part, true);
  opener.setAttribute('aria-expanded', 'true');
}

export function showKeyError(form: HTMLElement, { title, advice }: UiError): void {
  openIn(form);
  showFieldError(field, `${title}. ${advice}`);
}

/** The key in the field, else one given to pages on the service's machine; undefined: the field is shown. */
export async function keyFor(form: HTMLElement): Promise<string | undefined> {
  if (entered() === '') field.value = (await demoKey()) ?? '';
  if (entered() !== '') return entered();
  showKeyError(form, { title: 'Enter an API key', advice: 'Your text is checked as soon as you send it again.' });
  return undefined;
}

/** Lets the button at the top show and hide the field in the form that is on the page now. */
export function offerKeyField(shownForm: () => HTMLElement): void {
  opener.addEventListener('click', () => {
    const isOpening = part.hidden;
    if (isOpening) openIn(shownForm());
    else show(part, false);
    opener.setAttribute('aria-expanded', String(isOpening));
    if (isOpening) field.focus();
  });
}

async function demoKey(): Promise<string | undefined> {
  if (!(await serviceInfo()).demo_key) return undefined;
  try {
    const address = new URL('demo-key', document.baseURI);
    const response = await fetch(address, { method: 'POST', credentials: 'omit', redirect: 'error' });
    return response.ok ? ((await response.json()) as { key: string }).key : undefined;
  } catch {
    return undefined;
  }
}
