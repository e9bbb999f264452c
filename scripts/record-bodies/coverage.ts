import type { Line } from './step.ts';

type Paths = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A table of the statuses that were recorded of every described operation, and of all other requests together. */
export function coverage(lines: readonly Line[]): string {
  const described = new Set<string>();
  for (const { body } of lines.filter(({ path, status }) => path === '/openapi.json' && status === 200)) {
    if (body === '') continue;
    for (const [route, methods] of Object.entries((JSON.parse(body) as { paths: Paths }).paths))
      for (const method of Object.keys(methods)) described.add(`${method.toUpperCase()} ${route}`);
  }
  const rows = new Map([...described].map((one) => [one, new Map<number, number>()]));
  for (const { method, path, status } of lines) {
    const operation = [...described].find((one) => isOf(one, method, path)) ?? 'others';
    const statuses = rows.get(operation) ?? new Map<number, number>();
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    rows.set(operation, statuses);
  }
  const total = new Map<number, number>();
  for (const { status } of lines) total.set(status, (total.get(status) ?? 0) + 1);
  return [...rows, ['all', total] as const]
    .map(([name, statuses]) => `${name.padEnd(48)} ${shown(statuses)}`)
    .join('\n');
}

function isOf(operation: string, method: string, path: string): boolean {
  const [of, route = ''] = operation.split(' ');
  const pattern = new RegExp(`^${route.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
  return of === method && pattern.test(path.split('?')[0]!);
}

function shown(statuses: ReadonlyMap<number, number>): string {
  const sorted = [...statuses].sort(([one], [other]) => one - other);
  return sorted.map(([status, count]) => `${status}: ${count}`).join(', ') || 'NONE';
}
