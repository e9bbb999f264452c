import { setTimeout as wait } from 'node:timers/promises';
import type { Drill } from '../drill.ts';
import { type Finding, failed, notRun, passed } from '../finding.ts';
import { SERVICE, until } from '../installation.ts';
import { judgeLoad } from '../judge-load.ts';
import { run } from '../kubectl.ts';

const MISSING_TAG = 'no-such-tag';
/** A killed process takes the requests with it that it had, and a connection may still be made to it for a moment. */
const KILL_MS = 5000;

const seconds = (fromMs: number, toMs: number) => `${((toMs - fromMs) / 1000).toFixed(0)} s`;
const also = (finding: Finding, detail: string): Finding => ({ ...finding, detail: `${finding.detail}; ${detail}` });

export async function rollingRestart(drill: Drill, keepAlive: boolean): Promise<Finding> {
  const { installation } = drill;
  let took = '';
  const disturbance = async (sinceMs: () => number) => {
    const fromMs = sinceMs();
    await installation.kubectl('rollout', 'restart', `deploy/${SERVICE}`);
    await installation.rolledOut();
    // The last old pod is still ending its requests.
    await until(120, async () => (await installation.pods()).length === 2);
    await wait(10_000);
    took = seconds(fromMs, sinceMs());
  };
  return also(judgeLoad(await drill.underLoad(disturbance, { keepAlive })), `restarted in ${took}`);
}

/** Another image, then one that no one has, which must leave the pods that run alone, then the way back. */
export async function imageChange(drill: Drill): Promise<Finding> {
  const { installation, options } = drill;
  const { otherImage } = options;
  if (otherImage === undefined) return notRun('no --other-image was given');
  const problems: string[] = [];
  const setImage = (image: string) => installation.kubectl('set', 'image', `deploy/${SERVICE}`, `server=${image}`);
  const report = await drill.underLoad(async () => {
    await setImage(otherImage);
    await installation.rolledOut();
    const before = await installation.pods();
    await setImage(`${installation.image.replace(/:[^:/]*$/, '')}:${MISSING_TAG}`);
    await until(90, async () =>
      (await installation.pods()).some(({ waitingFor }) => /ImagePull|ErrImage/.test(waitingFor)),
    );
    const after = (await installation.pods()).filter(({ isReady }) => isReady).map(({ name }) => name);
    if (before.some(({ name }) => !after.includes(name))) problems.push('the missing image ended a pod');
    await installation.kubectl('rollout', 'undo', `deploy/${SERVICE}`);
    await installation.rolledOut();
  });
  const finding = judgeLoad(report);
  return problems.length > 0 ? failed(`${problems.join('; ')} (${finding.detail})`) : finding;
}

export async function podDeletion(drill: Drill): Promise<Finding> {
  const { installation } = drill;
  let took = '';
  const report = await drill.underLoad(async (sinceMs) => {
    const [pod] = await installation.pods();
    const fromMs = sinceMs();
    // Returns when the pod has ended.
    await installation.kubectl('delete', 'pod', pod!.name, '--timeout=90s');
    took = seconds(fromMs, sinceMs());
    await installation.rolledOut();
  });
  return also(judgeLoad(report), `the pod ended in ${took}`);
}

/** SIGKILL from the node: no process can prepare for it. Requests on that process are lost, no others. */
export async function processKill(drill: Drill): Promise<Finding> {
  const { installation, options } = drill;
  const { killContainer, connections } = options;
  if (killContainer === undefined) return notRun('no --kill-container was given');
  let killedMs = 0;
  let took = '';
  const report = await drill.underLoad(async (sinceMs) => {
    const [pod] = await installation.pods();
    killedMs = sinceMs();
    const { code, stderr } = await run('sh', ['-c', `${killContainer} ${pod!.container}`]);
    if (code !== 0) throw new Error(`--kill-container: ${stderr.trim()}`);
    const isBack = async () => {
      const now = (await installation.pods()).find(({ name }) => name === pod!.name);
      return now !== undefined && now.restarts > pod!.restarts && now.isReady;
    };
    await until(120, isBack);
    took = seconds(killedMs, sinceMs());
  });
  const outcomes = ['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'EHOSTUNREACH', 'error'];
  const allowance = { outcomes, fromMs: killedMs, toMs: killedMs + KILL_MS, atMost: 2 * connections };
  return also(judgeLoad(report, [allowance]), `ready again after ${took}`);
}

/** The second eviction would leave no one, until the first pod is replaced. */
export async function disruptionBudget({ installation }: Drill): Promise<Finding> {
  const pods = await installation.pods();
  const evict = (pod: string) => {
    const path = `/api/v1/namespaces/${installation.namespace}/pods/${pod}/eviction`;
    const eviction = {
      apiVersion: 'policy/v1',
      kind: 'Eviction',
      metadata: { name: pod, namespace: installation.namespace },
    };
    return run('kubectl', ['create', '--raw', path, '-f', '-'], { input: JSON.stringify(eviction) });
  };
  const first = await evict(pods[0]!.name);
  const second = await evict(pods[1]!.name);
  if (first.code !== 0) return failed(`the first eviction: ${first.stderr.trim()}`);
  if (second.code === 0) return failed('the second eviction was accepted');
  if (!/TooManyRequests.*disruption budget/s.test(second.stderr))
    return failed(`the second eviction: ${second.stderr.trim()}`);
  return passed('the first eviction is accepted, the second refused (429)');
}
