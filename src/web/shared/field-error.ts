import { el } from './dom.ts';

/** Shows an error below a field and marks the field as invalid, until its value changes. Moves the focus to the field. */
export function showFieldError(field: HTMLElement, text: string): void {
  clearFieldError(field);
  const error = el('p', { class: 'field-error', id: `${field.id}-error`, role: 'alert' }, text);
  field.after(error);
  field.setAttribute('aria-invalid', 'true');
  field.setAttribute('aria-describedby', [error.id, ...describedBy(field)].join(' '));
  field.addEventListener('input', () => clearFieldError(field), { once: true });
  field.focus();
}

export function clearFieldErrors(form: HTMLElement): void {
  for (const field of form.querySelectorAll<HTMLElement>('[aria-invalid]')) clearFieldError(field);
}

function clearFieldError(field: HTMLElement): void {
  const error = document.getElementById(`${field.id}-error`);
  if (error === null) return;
  error.remove();
  field.removeAttribute('aria-invalid');
  const others = describedBy(field).filter((id) => id !== error.id);
  if (others.length > 0) field.setAttribute('aria-describedby', others.join(' '));
  else field.removeAttribute('aria-describedby');
}

function describedBy(field: HTMLElement): string[] {
  return field.getAttribute('aria-describedby')?.split(' ').filter(Boolean) ?? [];
}
