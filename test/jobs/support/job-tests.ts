import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach } from 'vitest';
import type { Access } from '../../../src/access/index.ts';
import type { JobBody } from '../../../src/contract/job.ts';
import { ANSWER_LIMITS } from '../../../src/index.ts';
import { JobRunner, type Jobs, type NewJob, openJobs } from '../../../src/jobs/index.ts';
import type { InputRow } from '../../../src/rows/input-rows.ts';
import { rowWriter } from '../../../src/rows/output-rows.ts';
import { answerRow, CLAIMS } from '../../../src/rows/row-kind.ts';
import type { Verifier } from '../../../src/verifier.ts';
import { Clock, type StoreKind, type TestStore } from '../../access/support/stores.ts';
import { fakeBatchVerifier } from '../../support/fake-batch-verifier.ts';

export const NO_STORAGE_LIMITS = { maxBytes: Number.MAX_SAFE_INTEGER, minFreeBytes: 0 };
const DONE_MS = 20_000;

type Columns = Record<string, unknown>;

/** `count` rows, some with each verdict and every seventh that is refused. */
export function claims(count: number, prefix = 'claim'): Columns[] {
  return Array.from({ length: count }, (_, at) => {
    const claim = `${prefix} ${at}`;
    const source =
      at % 7 === 6 ? at : at % 3 === 0 ? `It is a ${claim}.` : at % 3 === 1 ? 'It is not.' : 'It is \u0000.';
    return { id: at, claim, grounding_source: source, note: '\ud800' };
  });
}

export async function* rowsOf(columns: readonly Columns[]): AsyncGenerator<InputRow> {
  for (const [index, one] of columns.entries()) {
    yield { index, line: index + 1, row: index + 1, endByte: 0, columns: one, problem: undefined };
  }
}

/** What the command `verify` writes for the same rows. */
export async function expectedOutput(columns: readonly Columns[]): Promise<string> {
  const writer = rowWriter('jsonl', { kind: CLAIMS, columns: [], escapeFormulas: false });
  const verifying = { verifier: fakeBatchVerifier(), kind: CLAIMS, signal: new AbortController().signal };
  let text = '';
  for await (const row of rowsOf(columns)) text += writer.write(row, await answerRow(row, verifying));
  return text;
}

/** One process's view of jobs in a store. */
export class JobProcess {
  readonly access: Access;
  readonly jobs: Jobs;
  readonly keyId: string;
  readonly warnings: string[] = [];
  readonly #runners: JobRunner[] = [];

  static async open(store: Pick<TestStore, 'open'>, clock?: Clock): Promise<JobProcess> {
    const access = await store.open(clock);
    const [key] = [await access.keys.createFirstKeyIfEmpty(), ...(await access.keys.list()).rows].filter(Boolean);
    return new JobProcess(access, key!.id, clock);
  }

  private constructor(access: Access, keyId: string, clock: Clock | undefined) {
    this.access = access;
    this.keyId = keyId;
    this.jobs = openJobs({ database: access.database, ttlDays: 7, storageLimits: NO_STORAGE_LIMITS, now: clock?.now });
  }

  submit(columns: readonly Columns[], job: Partial<NewJob> = {}): Promise<JobBody> {
    const { keyId } = this;
    const usual = { client: 'key:a', keyId, kind: 'claims', inputFormat: 'jsonl', rowsPerDay: 1_000_000 } as const;
    return this.jobs.store.receive({ ...usual, ...job }, rowsOf(columns));
  }

  run(verifier: Verifier = fakeBatchVerifier(), onRows?: () => void): JobRunner {
    const note = (_: object, message: string) => void this.warnings.push(message);
    const runner = new JobRunner({
      assertRoom: () => this.jobs.storage.assertDisk(),
      ...{ work: this.jobs.work, verifier, answerLimits: ANSWER_LIMITS, concurrency: 4, onRows },
      log: { warn: note, info: note },
    });
    this.#runners.push(runner);
    runner.start();
    return runner;
  }

  async ended(id: string, client = 'key:a'): Promise<JobBody> {
    const giveUpAt = performance.now() + DONE_MS;
    for (;;) {
      const job = await this.jobs.store.get(client, id).catch(() => undefined);
      if (job?.status === 'completed' || job?.status === 'canceled') return job;
      if (performance.now() > giveUpAt) throw new Error(`Expected job ${id} to end, got ${JSON.stringify(job)}.`);
      await sleep(20);
    }
  }

  async output(id: string, client = 'key:a'): Promise<string> {
    let text = '';
    for await (const lines of (await this.jobs.store.results(client, id)).lines()) text += lines;
    return text;
  }

  /** As if the processes that hold leases had ended half a minute ago. */
  async endLeases(): Promise<void> {
    await this.access.database.transaction((sql) =>
      sql.query('UPDATE job_chunks SET leased_until = 0 WHERE leased_until IS NOT NULL'),
    );
  }

  async close(): Promise<void> {
    for (const runner of this.#runners) await runner.stop();
    await this.jobs.store.close();
    await this.access.close();
  }
}

export interface Opened {
  readonly store: TestStore;
  readonly clock: Clock;
  readonly one: JobProcess;
}

/** Opens a store with a clock and one process on it before each test, and closes them after it. */
export function openBeforeEach(kind: StoreKind, take: (opened: Opened) => void): void {
  let opened: Opened;
  beforeEach(async () => {
    const [store, clock] = [await kind.create(), new Clock()];
    opened = { store, clock, one: await JobProcess.open(store, clock) };
    take(opened);
  });
  afterEach(async () => {
    await opened.one.close();
    await opened.store.dispose();
  });
}

/** What waits for `opened` continues when `open` is called. */
export function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** A verifier whose calls wait until they are let go, those about some claims or all; `entered` resolves with the first. */
export function heldVerifier(isHeld: (claim: string) => boolean = () => true) {
  const { opened: held, open: letGo } = gate();
  const { opened: entered, open: enter } = gate();
  const verifier = fakeBatchVerifier(({ claim }) => {
    if (!isHeld(claim)) return undefined;
    enter();
    return held;
  });
  return { verifier, entered, letGo };
}
