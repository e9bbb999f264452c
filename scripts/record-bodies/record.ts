import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { coverage } from './coverage.ts';
import { Normaliser } from './normalise.ts';
import { PLANS, type Plan } from './plan.ts';
import { type Answer, Sender } from './send.ts';
import { MODELS, ROOT, startService } from './service.ts';
import type { Line, Step } from './step.ts';

/** Differ between runs, or with the length of what was replaced in a body. */
const LEFT_OUT = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']);
/** Recorded without their values. */
const VARYING = new Set(['etag', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'retry-after']);

function lineOf(step: Step, answer: Answer, normaliser: Normaliser): Line {
  const { record = 'text' } = step;
  const method = step.raw?.split(' ')[0] ?? step.method ?? (step.body === undefined ? 'GET' : 'POST');
  const path = step.path;
  const headers = Object.entries(answer.headers)
    .filter(([name]) => !LEFT_OUT.has(name))
    .map(([name, value]) => [name, VARYING.has(name) ? '<any>' : normaliser.text(value)])
    .sort(([one = ''], [other = '']) => (one < other ? -1 : 1));
  const body = bodyOf(answer.body, record, normaliser);
  return { name: step.name, method, path, status: answer.status, headers: Object.fromEntries(headers), body };
}

function bodyOf(bytes: Buffer, record: NonNullable<Step['record']>, normaliser: Normaliser): string {
  if (record === 'nothing') return '';
  if (record === 'base64') return bytes.toString('base64');
  const text = bytes.toString('utf8');
  if (record === 'exact') return text;
  return record === 'names' ? metricNames(text) : normaliser.text(text);
}

/** How often the service was not ready yet is chance. */
const BY_CHANCE = 'route="/health/ready"';

/** The lines that describe metrics, and the names of the product's own with their labels. */
function metricNames(text: string): string {
  const lines = text.split('\n').filter((line) => line.startsWith('#') || line.startsWith('claim_verification_'));
  const names = lines.map((line) => (line.startsWith('#') ? line : line.slice(0, line.lastIndexOf(' '))));
  return names.filter((line) => !line.includes(BY_CHANCE)).join('\n');
}

async function recordPlan({ name, settings, steps }: Plan, models: keyof typeof MODELS): Promise<Line[]> {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const normaliser = new Normaliser(version);
  const service = await startService({ ...MODELS[models], ...settings });
  try {
    const { ADMIN_TOKEN: admin = '' } = settings;
    const sender = new Sender(service.ports, { key: service.key, admin, unknown: `cvs_${'0'.repeat(40)}` });
    const lines: Line[] = [];
    for (const step of steps) {
      const answer = await sender.send(step).catch((cause) => {
        throw new Error(`${name}: ${step.name}: ${(cause as Error).message}`, { cause });
      });
      lines.push(lineOf({ ...step, name: `${name}: ${step.name}` }, answer, normaliser));
    }
    return lines;
  } finally {
    await service.stop();
  }
}

function assertUnique(lines: readonly Line[]): void {
  const names = new Set<string>();
  for (const { name } of lines) {
    if (names.has(name)) throw new Error(`Expected each name once, got "${name}" twice.`);
    names.add(name);
  }
}

/** Usage: node --import tsx scripts/record-bodies/record.ts OUT_FILE [--models compact|default] [--only NAME]; after `npm run build`. */
async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { models: { type: 'string', default: 'compact' }, only: { type: 'string' } },
  });
  const [out] = positionals;
  const models = values.models as keyof typeof MODELS;
  if (out === undefined || !(models in MODELS))
    throw new Error('Expected OUT_FILE [--models compact|default] [--only NAME].');
  const startedAt = performance.now();
  const lines: Line[] = [];
  for (const plan of PLANS[models].filter(({ name }) => values.only === undefined || values.only === name)) {
    const before = performance.now();
    lines.push(...(await recordPlan(plan, models)));
    console.log(`${plan.name}: ${plan.steps.length} requests, ${Math.round((performance.now() - before) / 1000)} s`);
  }
  assertUnique(lines);
  writeFileSync(out, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  console.log(coverage(lines));
  console.log(`${lines.length} requests in ${Math.round((performance.now() - startedAt) / 1000)} s`);
}

await main();
