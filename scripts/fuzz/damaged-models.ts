import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc, { type Arbitrary } from 'fast-check';
import { jsonOrUndefined } from '../../src/client/read-error.ts';
import { PACKAGE_ROOT } from '../../src/config.ts';
import { area } from './area.ts';

const MODEL = join(PACKAGE_ROOT, 'models', 'claim-nli-compact');
const JSON_FILES = [
  'manifest.json',
  'config.json',
  'tokenizer.json',
  'tokenizer_config.json',
  'special_tokens_map.json',
];
const GRAPH = 'onnx/model.onnx';

const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(null, -1, 0, 1e308, 2 ** 31, true, '', '\0', '../../etc/passwd', '(a+)+$', '[', [], {}, [
    [],
  ]),
);
/** A value deep in a JSON file is replaced or left out: at each level the place names one of the members. */
const value = fc.record({
  kind: fc.constant('value' as const),
  file: fc.constantFrom(...JSON_FILES),
  place: fc.array(fc.nat(1_000), { minLength: 1, maxLength: 5 }),
  instead: fc.option(odd, { nil: undefined }),
});
/** Bytes are changed; weights make up most of a graph, so half of the places are near its ends. */
const bytes = fc.record({
  kind: fc.constant('bytes' as const),
  file: fc.constantFrom(...JSON_FILES, GRAPH, GRAPH, 'golden.jsonl'),
  at: fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 0.0001, 0.001, 0.999, 0.9999)),
  with: fc.uint8Array({ maxLength: 16 }),
  rest: fc.constantFrom('go on', 'end', 'be missing'),
});
const inputs = fc.record({
  changes: fc.array(fc.oneof(value, bytes), { minLength: 1, maxLength: 2 }),
  /** Sealed again after the changes, so that they are read and not only noticed. */
  sealed: fc.boolean(),
});
type Change =
  typeof inputs extends Arbitrary<infer Input extends { changes: readonly unknown[] }>
    ? Input['changes'][number]
    : never;

/** Model directories with faults: loaded and used, or refused in a sentence, by a process that lives on. */
export const modelsArea = area({
  name: 'models',
  parallel: 1,
  inputs,
  check: async ({ changes, sealed }) => {
    const parent = await mkdtemp(join(tmpdir(), 'fuzz-model-'));
    const dir = join(parent, 'model');
    try {
      await cp(MODEL, dir, { recursive: true });
      for (const change of changes) await apply(dir, change);
      await loadApart({ dir, sealed });
    } finally {
      await rm(parent, { recursive: true, force: true });
    }
  },
});

async function apply(dir: string, change: Change): Promise<void> {
  const path = join(dir, change.file);
  const content = await readFile(path).catch(() => undefined);
  if (content === undefined) return;
  if (change.kind === 'value') {
    const json = jsonOrUndefined(content.toString('utf8'));
    // An earlier change broke its syntax.
    if (json === undefined) return;
    replaceIn(json, change.place, change.instead);
    await writeFile(path, JSON.stringify(json));
  } else if (change.rest === 'be missing') await rm(path);
  else {
    const start = Math.floor(change.at * content.length);
    const resumed = start + change.with.length;
    const end = change.rest === 'end' ? Buffer.alloc(0) : content.subarray(resumed);
    await writeFile(path, Buffer.concat([content.subarray(0, start), change.with, end]));
  }
}

function replaceIn(json: unknown, [first = 0, ...rest]: readonly number[], instead: unknown): void {
  if (typeof json !== 'object' || json === null) return;
  const names = Object.keys(json);
  const name = names[first % names.length];
  if (name === undefined) return;
  const members = json as Record<string, unknown>;
  const inner = members[name];
  if (rest.length > 0 && typeof inner === 'object' && inner !== null) replaceIn(inner, rest, instead);
  else members[name] = instead;
}

export interface ModelToLoad {
  readonly dir: string;
  readonly sealed: boolean;
}

/** The fault of loading; undefined where the model was loaded and used, or refused in a sentence. */
export type Loaded = { readonly fault: string | undefined };

const LOAD_MODEL = fileURLToPath(new URL('./load-model.js', import.meta.url));
/** Loading takes a second. */
const LOAD_MS = 60_000;

let child: ChildProcess | undefined;

async function loadApart(model: ModelToLoad): Promise<void> {
  child ??= fork(LOAD_MODEL, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const mine = child;
  const over = new AbortController();
  const answered = once(mine, 'message', { signal: over.signal }).then(([loaded]) => (loaded as Loaded).fault);
  const ended = once(mine, 'exit', { signal: over.signal }).then(
    ([code, signal]) => `expected a refusal, but the process that loaded it ended with ${signal ?? code}`,
  );
  const late = AbortSignal.timeout(LOAD_MS);
  const timedOut = once(late, 'abort', { signal: over.signal }).then(() => `expected an end within ${LOAD_MS} ms`);
  mine.send(model);
  const outcomes = [answered, ended, timedOut];
  const fault = await Promise.race(outcomes).finally(() => over.abort());
  await Promise.allSettled(outcomes);
  if (fault === undefined) return;
  endLoader();
  throw new Error(fault);
}

/** Ends the process, so that the next load gets a new one. */
export function endLoader(): void {
  child?.kill('SIGKILL');
  child = undefined;
}
