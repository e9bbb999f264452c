import { setTimeout as wait } from 'node:timers/promises';
import { CLIENTS } from '../clients.ts';
import type { Drill } from '../drill.ts';
import { type Finding, failed, notRun, unless } from '../finding.ts';
import { SERVICE } from '../installation.ts';
import { judgeLoad } from '../judge-load.ts';
import { kubectl, kubectlJson } from '../kubectl.ts';

interface NodeObject {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly unschedulable?: boolean };
}

async function usableNodes(): Promise<string[]> {
  const { items } = await kubectlJson<{ items: NodeObject[] }>(['get', 'nodes']);
  return items.filter(({ spec }) => !spec.unschedulable).map(({ metadata }) => metadata.name);
}

const placesOf = (pods: readonly { node: string }[]) => new Set(pods.map(({ node }) => node)).size;

/** Two replicas are on two nodes, after a rolling restart as well. */
export async function spread({ installation }: Drill): Promise<Finding> {
  if ((await usableNodes()).length < 2) return notRun('one node');
  await installation.kubectl('rollout', 'restart', `deploy/${SERVICE}`);
  await installation.rolledOut();
  await wait(2000);
  const pods = await installation.pods();
  const places = pods.map(({ node }) => node).join(' and ');
  return unless(
    placesOf(pods) < 2 ? ['both replicas are on one node'] : [],
    `after a rolling restart the replicas are on ${places}`,
  );
}

/** The pods of a node move to the others, one after the other as the disruption budget wants it. */
export async function drain(drill: Drill): Promise<Finding> {
  if ((await usableNodes()).length < 2) return notRun('one node');
  const { installation } = drill;
  const client = await kubectlJson<{ spec: { nodeName: string } }>([
    '-n',
    CLIENTS.namespace,
    'get',
    'pod',
    CLIENTS.pod,
  ]);
  const here = client.spec.nodeName;
  const node = (await installation.pods()).map((pod) => pod.node).find((name) => name !== here);
  if (node === undefined) return failed('no replica is on another node than the client');
  let took = 0;
  try {
    const report = await drill.underLoad(async (sinceMs) => {
      const fromMs = sinceMs();
      // Pods of others on that node are theirs.
      const selector = `--pod-selector=app.kubernetes.io/name=${SERVICE}`;
      await kubectl(['drain', node, '--ignore-daemonsets', '--delete-emptydir-data', selector, '--timeout=180s']);
      took = (sinceMs() - fromMs) / 1000;
      await installation.rolledOut();
    });
    const left = (await installation.pods()).filter((pod) => pod.node === node);
    const finding = judgeLoad(report);
    const problems = finding.result === 'failed' ? [finding.detail] : [];
    if (left.length > 0) problems.push(`${left.length} pods are still on ${node}`);
    return unless(problems, `${node} was drained in ${took.toFixed(0)} s; ${finding.detail}`);
  } finally {
    await kubectl(['uncordon', node]);
  }
}
