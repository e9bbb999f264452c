import { onTestFinished } from 'vitest';
import { ANSWER_LIMITS } from '../../src/index.ts';
import { JobRunner, type Jobs } from '../../src/jobs/index.ts';
import { fakeVerifier } from './fake-verifier.ts';
import { realAccess } from './real-access.ts';
import { CLAIM, listenLocally, SOURCE, testServer } from './test-server.ts';

/** A row that the fake verifier finds supported. */
export const ROW = { claim: CLAIM, grounding_source: SOURCE };

export const jsonl = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** The real server with its own database, a key for it, and, with jobs, a runner on a fake verifier that `start` starts. */
export async function jobServer(env: Record<string, string> = {}) {
  const { access, close } = await realAccess({ defaultLimit: 100_000 });
  const { key } = await access.keys.create({ name: 'analyst' }, 'test');
  const server = testServer({ access, env });
  const runner = server.jobs && runnerOf(server.jobs);
  const url = `http://127.0.0.1:${await listenLocally(server)}`;
  onTestFinished(async () => {
    await runner?.stop();
    await server.app.close();
    await server.jobs?.store.close();
    await close();
  });
  return { url, key, start: () => runner?.start() };
}

function runnerOf({ work, storage }: Jobs): JobRunner {
  const log = { warn: () => undefined, info: () => undefined };
  const assertRoom = () => storage.assertDisk();
  return new JobRunner({
    work,
    verifier: fakeVerifier(),
    assertRoom,
    answerLimits: ANSWER_LIMITS,
    concurrency: 4,
    log,
  });
}
