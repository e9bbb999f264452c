import { autoscaler } from './checks/autoscaler.ts';
import { chartObjects, chartRelease, validMonitoring } from './checks/chart.ts';
import { jobOverDeletedPods } from './checks/job.ts';
import { drain, spread } from './checks/nodes.ts';
import { restrictedPods, validObjects } from './checks/objects.ts';
import { whoReachesWhat } from './checks/policies.ts';
import { verdictThroughService } from './checks/service.ts';
import { revokedKey, sharedLimits } from './checks/shared.ts';
import { singleReplica } from './checks/single.ts';
import { postgresLost, redisLost } from './checks/stores.ts';
import { disruptionBudget, imageChange, podDeletion, processKill, rollingRestart } from './checks/updates.ts';
import type { Drill } from './drill.ts';
import type { Finding } from './finding.ts';

/** A check begins with two ready replicas, and may leave anything. What it throws is a failure. */
export interface Check {
  readonly name: string;
  readonly run: (drill: Drill) => Promise<Finding>;
}

export const CHECKS: readonly Check[] = [
  { name: 'strict validation of every object on the server', run: validObjects },
  { name: 'strict validation of the monitoring objects', run: validMonitoring },
  { name: 'restricted pod security without a warning', run: restrictedPods },
  { name: 'the chart: lint, template, strict validation', run: chartObjects },
  { name: 'a verdict through the Service, which has no metrics', run: verdictThroughService },
  { name: 'limits shared by two pods', run: sharedLimits },
  { name: 'a revoked key refused by both pods', run: revokedKey },
  { name: 'who reaches what', run: whoReachesWhat },
  { name: 'rolling restart under load', run: (drill) => rollingRestart(drill, true) },
  { name: 'rolling restart under load, a connection per request', run: (drill) => rollingRestart(drill, false) },
  { name: 'another image, a missing image and undo under load', run: imageChange },
  { name: 'pod deletion under load', run: podDeletion },
  { name: 'SIGKILL of a process under load', run: processKill },
  { name: 'disruption budget', run: disruptionBudget },
  { name: 'Redis lost and back under load', run: redisLost },
  { name: 'PostgreSQL lost and back under load', run: postgresLost },
  { name: 'a job over pods deleted by force', run: jobOverDeletedPods },
  { name: 'autoscaler under load', run: autoscaler },
  { name: 'one replica on a volume', run: singleReplica },
  { name: 'the chart as a release, upgraded under load', run: chartRelease },
  { name: 'replicas on different nodes', run: spread },
  { name: 'a node drained under load', run: drain },
];
