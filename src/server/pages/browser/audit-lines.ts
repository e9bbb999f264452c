import { changeText } from './audit-change.ts';
import { el } from './dom.ts';
import { momentText } from './presentation.ts';
import type { AuditLine } from './records.ts';
import { row, scrollTable } from './tables.ts';

/** Who changed what, when, and from what to what. */
export function auditTable(lines: readonly AuditLine[]): HTMLElement {
  const rows = lines.map(({ at, actor, action, subject, detail }) =>
    row(momentText(at, ''), actor, action, el('code', {}, subject), changeText(detail)),
  );
  return scrollTable('Audit', ['When', 'Who', 'What', 'Of', 'Change'], rows);
}
