import { onTestFinished } from 'vitest';
import { ANSWER_LIMITS } from '../../src/index.ts';
import { JobRunner } from '../../src/jobs/index.ts';
import { fakeVerifier } from './fake-verifier.ts';
import { realAccess } from './real-access.ts';
import { CLAIM, listenLocally, SOURCE, testServer } from './test-server.ts';

/** A row that the fake verifier finds supported. */
export const ROW = { claim: CLAIM, grounding_source: SOURCE };

export const jsonl = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** The real server with its own database, a key for it, and a runner on a fake verifier that `start` starts. */
export async function jobServer(env: Record<string, string> = {}) {
  const { access, close } = await realAccess({ defaultLimit: 100_000 });
  const { key } = await access.keys.create({ name: 'analyst' }, 'test');
  const server = testServer({ access, env });
  const jobs = server.jobs!;
  const log = { warn: () => undefined, info: () => undefined };
  const work = { work: jobs.work, verifier: fakeVerifier(), answerLimits: ANSWER_LIMITS, concurrency: 4, log };
  const runner = new JobRunner(work);
  const url = `http://127.0.0.1:${await listenLocally(server)}`;
  onTestFinished(async () => {
    await runner.stop();
    await server.app.close();
    await close();
  });
  return { url, key, jobs, app: server.app, start: () => runner.start() };
}
