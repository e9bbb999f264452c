import { kubectl } from './kubectl.ts';

/** Namespaces that the drill makes and deletes, and `monitoring`, which may be there already. */
export const CLIENTS = { namespace: 'claims-drill', pod: 'client' } as const;
export const CLOSED = { namespace: 'claims-drill', pod: 'closed' } as const;
export const OPERATOR = { namespace: 'claims-drill-operator', pod: 'client' } as const;
export const MONITORING = { namespace: 'monitoring', pod: 'claims-drill' } as const;
/** Nothing runs in it: objects are tried here, so that those of an installation are not met. */
export const EMPTY = 'claims-drill-empty';
/** The port that every client listens on. */
export const CLIENT_PORT = 8080;

const LISTEN = `require('node:net').createServer((socket) => socket.end()).listen(${CLIENT_PORT})`;

/** A pod with the image of the service that only listens, as the strictest pod security wants it. */
function clientPod({ namespace, pod }: { namespace: string; pod: string }, image: string): object {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: pod, namespace, labels: { 'claims-drill': pod } },
    spec: {
      automountServiceAccountToken: false,
      terminationGracePeriodSeconds: 1,
      securityContext: {
        runAsNonRoot: true,
        runAsUser: 10001,
        runAsGroup: 10001,
        seccompProfile: { type: 'RuntimeDefault' },
      },
      containers: [
        {
          name: 'client',
          image,
          imagePullPolicy: 'IfNotPresent',
          command: ['node', '-e', LISTEN],
          resources: { requests: { cpu: '50m', memory: '64Mi' } },
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
        },
      ],
    },
  };
}

const namespaceObject = (name: string, labels: Readonly<Record<string, string>> = {}) => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name, labels },
});

/** No one may reach this pod: shows whether the cluster enforces policies at all. */
const closedPolicy = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name: CLOSED.pod, namespace: CLOSED.namespace },
  spec: { podSelector: { matchLabels: { 'claims-drill': CLOSED.pod } }, policyTypes: ['Ingress'] },
};

const apply = async (objects: readonly object[]) => {
  await kubectl(['apply', '-f', '-'], JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }));
};

/** Makes namespaces and pods, and waits until they run. Resolves to whether `monitoring` was made too. */
export async function makeClients(image: string): Promise<boolean> {
  const restricted = {
    'pod-security.kubernetes.io/enforce': 'restricted',
    'pod-security.kubernetes.io/warn': 'restricted',
  };
  const known = await kubectl(['get', 'namespaces', '-o', 'name']);
  const makesMonitoring = !known.includes(`namespace/${MONITORING.namespace}\n`);
  await apply([
    namespaceObject(CLIENTS.namespace),
    namespaceObject(EMPTY, restricted),
    namespaceObject(OPERATOR.namespace, { 'claim-verification-service/operator': 'allowed' }),
    ...(makesMonitoring ? [namespaceObject(MONITORING.namespace)] : []),
  ]);
  const places = [CLIENTS, CLOSED, OPERATOR, MONITORING];
  await apply([...places.map((place) => clientPod(place, image)), closedPolicy]);
  for (const { namespace, pod } of places) {
    await kubectl(['-n', namespace, 'wait', `pod/${pod}`, '--for=condition=Ready', '--timeout=120s']);
  }
  return makesMonitoring;
}

export async function deleteClients(deletesMonitoring: boolean): Promise<void> {
  const namespaces = [CLIENTS.namespace, EMPTY, OPERATOR.namespace];
  if (deletesMonitoring) namespaces.push(MONITORING.namespace);
  else
    await kubectl(['-n', MONITORING.namespace, 'delete', 'pod', MONITORING.pod, '--ignore-not-found', '--wait=false']);
  await kubectl(['delete', 'namespace', ...namespaces, '--ignore-not-found', '--timeout=120s']);
}
