import { setTimeout as wait } from 'node:timers/promises';
import type { Drill } from '../drill.ts';
import { type Finding, notRun, unless } from '../finding.ts';
import { judgeLoad } from '../judge-load.ts';
import { run } from '../kubectl.ts';

/** How long a store is away, and how long the service may take to find it again. */
const AWAY_MS = 10_000;
const BACK_MS = 8000;

async function shell(text: string): Promise<void> {
  const { code, stderr } = await run('sh', ['-c', text]);
  if (code !== 0) throw new Error(`${text}: exit code ${code}: ${stderr.trim()}`);
}

/** While a store is away requests may be refused with 503 and Retry-After; nothing else may happen, and it passes by itself. */
async function lost(drill: Drill, [stop, start]: [string, string], mustRefuse: boolean): Promise<Finding> {
  const restarts = async () =>
    (await drill.installation.pods()).map(({ name, restarts }) => `${name} ${restarts}`).sort();
  const before = await restarts();
  let away = { fromMs: 0, toMs: 0 };
  const report = await drill.underLoad(async (sinceMs) => {
    const fromMs = sinceMs();
    try {
      await shell(stop);
      await wait(AWAY_MS);
    } finally {
      await shell(start);
    }
    away = { fromMs, toMs: sinceMs() + BACK_MS };
    await wait(BACK_MS);
  });
  const refused = { outcomes: ['503'], ...away, ...(mustRefuse && { atLeast: 1 }) };
  const finding = judgeLoad(report, [refused]);
  const problems = finding.result === 'passed' ? [] : [finding.detail];
  const silent = report.failures.filter(({ outcome, retryAfter }) => outcome === '503' && retryAfter === null);
  if (silent.length > 0) problems.push(`${silent.length} × 503 without Retry-After`);
  const after = await restarts();
  if (after.join() !== before.join()) problems.push('a pod was restarted');
  const words = report.failures[0] === undefined ? 'nothing was refused' : `"${report.failures[0].code}"`;
  return unless(
    problems,
    `${finding.detail}; ${words}; longest time without a 200: ${(report.longestGapMs / 1000).toFixed(1)} s`,
  );
}

/** Every request is counted in Redis, so without it all are refused (ON_REDIS_LOSS as it is by default). */
export async function redisLost(drill: Drill): Promise<Finding> {
  const { stopRedis, startRedis } = drill.options;
  if (stopRedis === undefined || startRedis === undefined)
    return notRun('no --stop-redis and --start-redis were given');
  return lost(drill, [stopRedis, startRedis], true);
}

export async function postgresLost(drill: Drill): Promise<Finding> {
  const { stopPostgres, startPostgres } = drill.options;
  if (stopPostgres === undefined || startPostgres === undefined)
    return notRun('no --stop-postgres and --start-postgres were given');
  return lost(drill, [stopPostgres, startPostgres], true);
}
