import { printable } from '../../printable.ts';

export type Mark = 'ok' | 'warning' | 'error';

export interface Finding {
  readonly mark: Mark;
  readonly subject: string;
  readonly text: string;
}

export const ok = (subject: string, text: string): Finding => ({ mark: 'ok', subject, text });
export const warning = (subject: string, text: string): Finding => ({ mark: 'warning', subject, text });

/** The words of an error. An AggregateError of several connection attempts has a code and an empty message. */
export function reasonOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  return message || code || String(error);
}

export function failed(subject: string, cause: unknown, advice = ''): Finding {
  const reason = reasonOf(cause).replaceAll('\n', ' ');
  return { mark: 'error', subject, text: advice === '' ? reason : `${reason.replace(/\.$/, '')}. ${advice}` };
}

const COLOURS: Readonly<Record<Mark, number>> = { ok: 32, warning: 33, error: 31 };
const MARK_WIDTH = 'warning'.length;
const SUBJECT_WIDTH = 15;

export function showFinding({ mark, subject, text }: Finding, coloured: boolean): string {
  const padded = mark.padEnd(MARK_WIDTH);
  const shown = coloured ? `\u001b[${COLOURS[mark]}m${padded}\u001b[39m` : padded;
  return `${shown}  ${printable(`${subject.padEnd(SUBJECT_WIDTH)} ${text}`)}`;
}
