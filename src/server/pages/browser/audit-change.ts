import type { AuditLine } from './records.ts';

/** "status past_due → active, plan standard": fields with a former value, then the others. */
export function changeText(detail: AuditLine['detail']): string {
  const fields = Object.entries(detail);
  const former = new Map(fields.flatMap(([name, value]) => (isFormer(name) ? [[nameOf(name), value]] : [])));
  const parts = fields.flatMap(([name, value]) => {
    if (isFormer(name)) return [];
    const field = nameOf(name);
    if (!former.has(field)) return [`${field.replaceAll('_', ' ')} ${shown(value)}`];
    const before = former.get(field) ?? null;
    return before === value ? [] : [`${field.replaceAll('_', ' ')} ${shown(before)} → ${shown(value)}`];
  });
  return parts.join(', ');
}

function isFormer(name: string): boolean {
  return name === 'from' || name.endsWith('_from');
}

/** Of `from` and `to` alone it is the status that changes. */
function nameOf(name: string): string {
  if (name === 'from' || name === 'to') return 'status';
  return name.replace(/_(?:from|to)$/, '');
}

function shown(value: string | number | null): string {
  return value === null ? 'none' : String(value);
}
