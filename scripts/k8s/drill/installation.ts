import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { kubectl, kubectlJson } from './kubectl.ts';

export const SERVICE = 'claim-verification-service';
const LABELS = `app.kubernetes.io/name=${SERVICE},app.kubernetes.io/component=server`;

interface PodObject {
  readonly metadata: { readonly name: string; readonly deletionTimestamp?: string };
  readonly spec: { readonly nodeName?: string };
  readonly status: {
    readonly podIP?: string;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
    readonly containerStatuses?: readonly {
      readonly containerID?: string;
      readonly restartCount: number;
      readonly state: { readonly waiting?: { readonly reason?: string } };
    }[];
  };
}

export interface ServerPod {
  readonly name: string;
  readonly address: string;
  readonly node: string;
  readonly isReady: boolean;
  readonly restarts: number;
  /** Id such as `containerd://0123...`. */
  readonly container: string;
  /** Why its container does not run, as `ImagePullBackOff`. */
  readonly waitingFor: string;
}

export class Installation {
  readonly manifest: string;
  readonly namespace: string;
  readonly image: string;

  private constructor(manifest: string, namespace: string, image: string) {
    this.manifest = manifest;
    this.namespace = namespace;
    this.image = image;
  }

  /** Throws if the manifest names no image. */
  static async of(manifest: string, namespace: string): Promise<Installation> {
    const image = /^ *(?:- )?image: (\S+)$/m.exec(await readFile(manifest, 'utf8'))?.[1];
    if (image === undefined) throw new Error(`${manifest} has no Deployment with an image.`);
    return new Installation(manifest, namespace, image);
  }

  async apply(): Promise<void> {
    await this.kubectl('apply', '-f', this.manifest);
  }

  kubectl(...args: readonly string[]): Promise<string> {
    return kubectl(['-n', this.namespace, ...args]);
  }

  /** Applies the manifest with `replicas` replicas, without autoscaler, and waits until they are ready. */
  async restore(replicas: number): Promise<void> {
    await this.apply();
    await this.kubectl('delete', 'hpa', SERVICE, '--ignore-not-found');
    await this.kubectl('scale', `deploy/${SERVICE}`, `--replicas=${replicas}`);
    await this.rolledOut();
    await until(120, async () => {
      const pods = await this.pods();
      return pods.length === replicas && pods.every(({ isReady }) => isReady);
    });
  }

  async rolledOut(): Promise<void> {
    await this.kubectl('rollout', 'status', `deploy/${SERVICE}`, '--timeout=240s');
  }

  async pods(): Promise<ServerPod[]> {
    const { items } = await kubectlJson<{ items: PodObject[] }>(['-n', this.namespace, 'get', 'pods', '-l', LABELS]);
    const there = items.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    return there.map(({ metadata, spec, status }) => ({
      name: metadata.name,
      address: status.podIP ?? '',
      node: spec.nodeName ?? '',
      isReady: (status.conditions ?? []).some(({ type, status }) => type === 'Ready' && status === 'True'),
      restarts: status.containerStatuses?.[0]?.restartCount ?? 0,
      container: status.containerStatuses?.[0]?.containerID ?? '',
      waitingFor: status.containerStatuses?.[0]?.state.waiting?.reason ?? '',
    }));
  }

  /** Address of the Service that customers call. */
  async url(): Promise<string> {
    const address = await this.kubectl('get', 'service', SERVICE, '-o', 'jsonpath={.spec.clusterIP}');
    return `http://${address}`;
  }

  async createKey(name: string, limit: number): Promise<{ id: string; key: string }> {
    const keys = ['keys', 'create', '--name', name, '--limit', String(limit), '--json'];
    return JSON.parse(await this.kubectl('exec', `deploy/${SERVICE}`, '--', ...PROGRAM, ...keys)) as {
      id: string;
      key: string;
    };
  }

  async revokeKey(id: string, pod = `deploy/${SERVICE}`): Promise<void> {
    await this.kubectl('exec', pod, '--', ...PROGRAM, 'keys', 'revoke', id);
  }
}

const PROGRAM = ['node', 'dist/src/cli/claim-verifier.js'];

/** Asks every half second until it is so. Throws after so many seconds. */
export async function until(seconds: number, isSo: () => Promise<boolean>): Promise<void> {
  const endsAt = performance.now() + 1000 * seconds;
  while (!(await isSo())) {
    if (performance.now() > endsAt) throw new Error(`Expected a state of the cluster within ${seconds} s, got none.`);
    await wait(500);
  }
}
