import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

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
