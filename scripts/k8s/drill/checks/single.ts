import { setTimeout as wait } from 'node:timers/promises';
import type { Drill } from '../drill.ts';
import { type Finding, notRun, unless } from '../finding.ts';
import { Installation, SERVICE } from '../installation.ts';
import { describe } from '../judge-load.ts';

/** The next pod waits for the end of this one: requests meanwhile find no pod, or one that is not ready. */
const MEANWHILE = ['200', '503', 'ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'EPIPE', 'ETIMEDOUT', 'error'];

/** The load goes on for this long after the restart. */
const AFTER_MS = 10_000;

/** One replica with its keys on a volume: a restart keeps them, and costs some seconds. */
export async function singleReplica(drill: Drill): Promise<Finding> {
  const { singleManifest, singleNamespace } = drill.options;
  if (singleManifest === undefined) return notRun('no --single-manifest was given');
  const single = await Installation.of(singleManifest, singleNamespace);
  try {
    await single.restore(1);
    const url = await single.url();
    const { key } = await single.createKey('drill', 1_000_000);
    const restart = async () => {
      await single.kubectl('rollout', 'restart', `deploy/${SERVICE}`);
      await single.rolledOut();
      await wait(AFTER_MS);
    };
    const report = await drill.underLoad(restart, { url, key, connections: 2, keepAlive: false });
    const problems = Object.keys(report.outcomes)
      .filter((outcome) => !MEANWHILE.includes(outcome))
      .map((outcome) => `${report.outcomes[outcome]} × ${outcome}`);
    if (report.lastMs <= (report.failures.at(-1)?.atMs ?? 0)) problems.push('no answers after the restart');
    const gap = `${(report.longestGapMs / 1000).toFixed(1)} s without answers at a restart`;
    return unless(problems, `the key works before and after it; ${gap}; ${describe(report)}`);
  } finally {
    await single.kubectl('delete', '-f', singleManifest, '--ignore-not-found', '--timeout=120s');
  }
}
