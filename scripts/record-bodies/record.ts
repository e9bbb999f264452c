import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import canonicalize from 'canonicalize';
import { PLANS, type Plan } from './plan.ts';
import { type Answer, Sender } from './send.ts';
import { MODELS, ROOT, startService } from './service.ts';
import type { Line, Step } from './step.ts';

type Paths = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A table of the statuses that were recorded of every described operation, and of all other requests together. */
function coverage(lines: readonly Line[]): string {
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

/** What is made anew in every run, by its shape. */
const MADE: readonly (readonly [kind: string, shape: RegExp])[] = [
  ['token', /\bcv[so]_[0-9A-Za-z]{40}\b/g],
  ['customer', /\bcus_[0-9A-Za-z]{14}\b/g],
  ['subscription', /\bsub_[0-9A-Za-z]{14}\b/g],
  ['e-mail', /\bout_[0-9A-Za-z]{14}\b/g],
  ['job', /\bjob_[0-9A-Za-z]{16}\b/g],
  ['line', /\b[0-9a-z]{9}-[0-9a-z]{4}-[0-9A-Za-z]{6}\b/g],
  ['key', /(?<="(?:id|key_id|family|rotated_from|replaces|subject)":")[0-9A-Za-z]{10}(?=")/g],
  ['place', /(?<="place":")[\w-]{22}(?=")/g],
  ['cursor', /(?<="next":")[\w-]+(?=")/g],
];

const TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
const HOUR_MS = 3_600_000;
/** Farther times were sent: they are the same in every run. */
const FAR_HOURS = 400 * 24;

/** Replaces what differs between runs of one commit, in texts in the order of their recording. */
export class Normaliser {
  readonly #version: string;
  readonly #placeholders = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /** `version`: of the product. */
  constructor(version: string) {
    this.#version = version;
  }

  text(text: string): string {
    for (const [kind, shape] of MADE) for (const [value] of text.matchAll(shape)) this.#learn(kind, value);
    const known = text.replace(/[\w-]+/g, (word) => this.#placeholders.get(word) ?? word);
    return withoutTimes(known)
      .replaceAll(`"version":"${this.#version}"`, '"version":"<version>"')
      .replaceAll(`""version"":""${this.#version}""`, '""version"":""<version>""')
      .replace(/(report_sha256""?:""?)[0-9a-f]{64}/g, `$1${receiptOf(text)}`)
      .replace(/"rows_per_second":(?:null|[\d.]+)/g, '"rows_per_second":<rate>')
      .replace(/"(retry_after_seconds|estimated_ms)":[\d.]+/g, '"$1":<number>')
      .replace(/\b(try again in|estimated) \d+ (seconds|ms)\b/g, '$1 <number> $2')
      .replace(/\bdur=[\d.]+/g, 'dur=<ms>')
      .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '<uuid>')
      .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:<port>');
  }

  #learn(kind: string, value: string): void {
    if (this.#placeholders.has(value)) return;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    this.#placeholders.set(value, `<${kind} ${count}>`);
  }
}

/** Times as hours from now: a moment ago is "<now>", a week ahead "<now+168h>". */
function withoutTimes(text: string): string {
  const now = Date.now();
  const times = text.replace(TIME, (time) => {
    const hours = Math.round((Date.parse(time) - now) / HOUR_MS);
    if (Math.abs(hours) > FAR_HOURS) return time;
    return hours === 0 ? '<now>' : `<now${hours > 0 ? '+' : ''}${hours}h>`;
  });
  return times.replaceAll(`"${new Date(now).toISOString().slice(0, 10)}"`, '"<today>"');
}

/** The hash of an answer depends on the version: whether it is right is recorded instead; "<sha256>" in what is no answer. */
function receiptOf(text: string): string {
  if (!text.startsWith('{"outcome"')) return '<sha256>';
  let body: { receipt?: { report_sha256?: string } };
  try {
    body = JSON.parse(text);
  } catch {
    return '<sha256>';
  }
  const { report_sha256: stated, ...receipt } = body.receipt ?? {};
  const computed = createHash('sha256')
    .update(canonicalize({ ...body, receipt }) ?? '')
    .digest('hex');
  return stated === computed ? '<right>' : '<wrong>';
}

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
