import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Line } from './step.ts';

const SHOWN_LINES = 20;

function read(file: string): Map<string, Line> {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return new Map(lines.map((text) => JSON.parse(text) as Line).map((line) => [line.name, line]));
}

/** A recorded answer as lines: JSON with one member a line, unless the two differ in their bytes only. */
function view({ method, path, status, headers, body }: Line, pretty: boolean): string {
  const names = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path}`, String(status), ...names, '', pretty ? prettyBody(body) : body, ''].join('\n');
}

function prettyBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 1);
  } catch {
    return body.replaceAll(',"', ',\n"');
  }
}

function difference(one: Line | undefined, other: Line | undefined, folder: string): string {
  if (one === undefined || other === undefined) return `only in the ${one === undefined ? 'second' : 'first'}`;
  const pretty = view(one, true) !== view(other, true);
  const files = [join(folder, 'first'), join(folder, 'second')] as const;
  writeFileSync(files[0], view(one, pretty));
  writeFileSync(files[1], view(other, pretty));
  const { stdout } = spawnSync('diff', ['-u', ...files], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .slice(2, 2 + SHOWN_LINES)
    .join('\n');
}

/** Usage: node --import tsx scripts/record-bodies/compare.ts A B; exits with 1 when anything differs. */
function main(): void {
  const [first, second] = process.argv.slice(2);
  if (first === undefined || second === undefined) throw new Error('Expected two recordings.');
  const [one, other] = [read(first), read(second)];
  const names = new Set([...one.keys(), ...other.keys()]);
  const differing = [...names].filter((name) => JSON.stringify(one.get(name)) !== JSON.stringify(other.get(name)));
  const folder = mkdtempSync(join(tmpdir(), 'compare-'));
  for (const name of differing) console.log(`--- ${name}\n${difference(one.get(name), other.get(name), folder)}\n`);
  rmSync(folder, { recursive: true });
  console.log(`${names.size} compared, ${differing.length} differ`);
  process.exitCode = differing.length === 0 ? 0 : 1;
}

main();
