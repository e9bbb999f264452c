import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Access, openAccess } from '../../../src/access/index.ts';

export const DEFAULT_LIMIT = 60;

/** A clock that a test moves by hand. */
export class Clock {
  time = Date.parse('2030-01-31T12:00:00Z');
  readonly now = (): number => this.time;
  advance(seconds: number): void {
    this.time += seconds * 1000;
  }
}

/** An empty store of one kind; every `open` is another process's view of it. */
export interface TestStore {
  open(clock?: Clock): Promise<Access>;
  dispose(): Promise<void>;
}

export interface StoreKind {
  readonly name: string;
  create(): Promise<TestStore>;
}

export const sqliteStore: StoreKind = {
  name: 'SQLite',
  async create() {
    const dataDir = temporaryFolder();
    return {
      open: (clock) => openAccess({ dataDir, defaultLimit: DEFAULT_LIMIT, ...(clock && { now: clock.now }) }),
      dispose: async () => rmSync(dataDir, { recursive: true }),
    };
  },
};

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'access-'));
}
