import { setTimeout as wait } from 'node:timers/promises';
import type { Drill } from '../drill.ts';
import { type Finding, notRun, unless } from '../finding.ts';
import { SERVICE, until } from '../installation.ts';
import { judgeLoad } from '../judge-load.ts';
import { kubectlJson, run } from '../kubectl.ts';

const CONNECTIONS = 8;
const SCALE_S = 180;

interface Autoscaler {
  readonly status: { readonly currentReplicas: number; readonly desiredReplicas: number };
}

/** One replica becomes the least number by itself, and more under load; no request is lost by it. */
export async function autoscaler(drill: Drill): Promise<Finding> {
  const metrics = await run('kubectl', ['top', 'nodes']);
  if (metrics.code !== 0) return notRun(`this cluster has no metrics: ${metrics.stderr.trim()}`);
  const { installation } = drill;
  await installation.apply();
  const { code } = await run('kubectl', ['-n', installation.namespace, 'get', 'hpa', SERVICE]);
  if (code !== 0) return notRun('the manifest has no autoscaler');
  await installation.kubectl('delete', 'hpa', SERVICE);
  await installation.kubectl('scale', `deploy/${SERVICE}`, '--replicas=1');
  await until(60, async () => (await installation.pods()).length === 1);
  await installation.apply();
  const scaler = () => kubectlJson<Autoscaler>(['-n', installation.namespace, 'get', 'hpa', SERVICE]);
  await until(SCALE_S, async () => (await scaler()).status?.desiredReplicas >= 2);
  await installation.rolledOut();
  const problems: string[] = [];
  let highest = 2;
  let took = `not within ${SCALE_S} s`;
  const report = await drill.underLoad(
    async (sinceMs) => {
      const isMore = async () => {
        highest = Math.max(highest, (await scaler()).status.desiredReplicas);
        return highest > 2;
      };
      await until(SCALE_S, isMore).then(
        () => {
          took = `after ${(sinceMs() / 1000).toFixed(0)} s`;
        },
        () => problems.push('it stayed at 2 replicas under load'),
      );
      await wait(20_000);
    },
    { connections: CONNECTIONS },
  );
  // More is asked than two pods can do: what the queue refuses is no lost request.
  const overload = { outcomes: ['503'], fromMs: 0, toMs: Infinity };
  const finding = judgeLoad(report, [overload]);
  if (finding.result === 'failed') problems.push(finding.detail);
  return unless(problems, `1 to 2 at once, ${highest} under load ${took}; ${finding.detail}`);
}
