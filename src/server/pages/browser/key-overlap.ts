import { confirmed } from './dialogs.ts';
import { el } from './dom.ts';
import { select } from './fields.ts';

const OVERLAPS = [
  ['3600', 'for one more hour'],
  ['86400', 'for one more day'],
  ['604800', 'for one more week'],
  ['0', 'no longer: revoke it now'],
] as const;

/** Asks how many seconds an old key keeps working beside its new one; undefined to leave it. None is asked about again. */
export async function askOverlap(): Promise<number | undefined> {
  const choice = select('overlap', OVERLAPS, '3600');
  const isConfirmed = await confirmed(
    'Rotate this key?',
    'Create the new key',
    el('p', {}, 'A new key with the same limits is made. Choose how long the old key keeps working.'),
    el('label', { for: 'overlap' }, 'The old key keeps working'),
    choice,
  );
  if (!isConfirmed) return undefined;
  const seconds = Number(choice.value);
  const warning =
    'Whatever uses the old key is refused within seconds, until it has the new one. This cannot be undone.';
  if (seconds === 0 && !(await confirmed('Revoke the old key now?', 'Revoke it now', el('p', {}, warning))))
    return undefined;
  return seconds;
}
