import type { Child } from './dom.ts';
import { el } from './dom.ts';
import type { LetterRecord } from './records.ts';
import { momentText } from './words.ts';

const KINDS: Readonly<Record<LetterRecord['kind'], string>> = {
  key: 'A letter with a new key',
  rotation: 'The news of a rotation',
};

/** Letters that did not arrive, each with what may be done about it; nothing for none. */
export function undelivered(
  letters: readonly LetterRecord[],
  actions: (letter: LetterRecord) => readonly Child[] = () => [],
): HTMLElement | '' {
  const late = letters.filter(({ state, last_error }) => state === 'given_up' || last_error !== null);
  if (late.length === 0) return '';
  return el('ul', { class: 'letters' }, ...late.map((letter) => el('li', {}, ...words(letter), ...actions(letter))));
}

function words({ kind, state, attempts, last_error, created_at, given_up_at }: LetterRecord): readonly Child[] {
  const fate = state === 'given_up' ? `was given up ${momentText(given_up_at, '')}` : 'waits to be tried again';
  const tries = attempts === 1 ? 'one attempt' : `${attempts} attempts`;
  return [
    `${KINDS[kind]} of ${momentText(created_at, '')} ${fate}, after ${tries}. The mail server: ${last_error ?? ''} `,
  ];
}
