import { CLIENT_PORT, CLIENTS, CLOSED, MONITORING, OPERATOR } from '../clients.ts';
import type { Drill } from '../drill.ts';
import { type Finding, notRun, unless } from '../finding.ts';
import { connectFrom, type Place } from '../in-pod.ts';
import { until } from '../installation.ts';
import { kubectl } from '../kubectl.ts';

const PORTS = [8080, 9090, 9091] as const;
/** Ports of a server pod that each namespace reaches: the API, metrics, the operator's port. */
const EXPECTED: readonly (readonly [name: string, place: Place, ports: readonly number[]])[] = [
  ['any namespace', CLIENTS, [8080]],
  ['monitoring', MONITORING, [8080, 9090]],
  ['a namespace of operators', OPERATOR, [8080, 9091]],
];

const podAddress = ({ namespace, pod }: Place) =>
  kubectl(['-n', namespace, 'get', 'pod', pod, '-o', 'jsonpath={.status.podIP}']);

/** From three namespaces to each port of each server pod, and from a server pod to what it must not reach. */
export async function whoReachesWhat({ installation }: Drill): Promise<Finding> {
  const closed = `${await podAddress(CLOSED)}:${CLIENT_PORT}`;
  const open = `${await podAddress(OPERATOR)}:${CLIENT_PORT}`;
  const isEnforced = async () => (await connectFrom(CLIENTS, [closed]))[0] !== 'reached';
  if (
    !(await until(15, isEnforced).then(
      () => true,
      () => false,
    ))
  )
    return notRun('this cluster enforces no NetworkPolicy objects');
  const pods = await installation.pods();
  const problems: string[] = [];
  let tried = 0;
  for (const [name, place, ports] of EXPECTED) {
    for (const { address, name: pod } of pods) {
      const outcomes = await connectFrom(
        place,
        PORTS.map((port) => `${address}:${port}`),
      );
      outcomes.forEach((outcome, index) => {
        const port = PORTS[index]!;
        tried += 1;
        if ((outcome === 'reached') !== ports.includes(port))
          problems.push(`${name} to port ${port} of ${pod}: ${outcome}`);
      });
    }
  }
  const api = await kubectl(['-n', 'default', 'get', 'service', 'kubernetes', '-o', 'jsonpath={.spec.clusterIP}']);
  const forbidden = [`${api}:443`, open];
  const control = await connectFrom(CLIENTS, [open]);
  if (control[0] !== 'reached') problems.push(`a client to another client: ${control[0]}`);
  const outward = await connectFrom({ namespace: installation.namespace, pod: pods[0]!.name }, forbidden);
  outward.forEach((outcome, index) => {
    tried += 1;
    if (outcome === 'reached')
      problems.push(`a server pod reaches ${['the API server', 'a pod of another namespace'][index]}`);
  });
  const rows = EXPECTED.map(([name, , ports]) => `${name}: ${ports.join(', ')}`).join('; ');
  return unless(
    problems,
    `${tried} connections as the objects say: ${rows}; server pods: neither the API server nor other pods`,
  );
}
