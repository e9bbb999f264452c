import { setTimeout as wait } from 'node:timers/promises';
import { CLIENTS, deleteClients, makeClients } from './clients.ts';
import type { LoadReport } from './in-cluster/load.ts';
import { inPod } from './in-pod.ts';
import { Installation } from './installation.ts';
import { collect, start } from './kubectl.ts';
import type { Options } from './options.ts';

/** An action while requests are sent. `sinceMs` counts from the start of the load, as its report does. */
export type Disturbance = (sinceMs: () => number) => Promise<void>;

export interface LoadSettings {
  readonly keepAlive?: boolean;
  readonly pauseMs?: number;
  readonly connections?: number;
  /** Another installation, with its own key. */
  readonly url?: string;
  readonly key?: string;
}

/** Requests continue for so long before and after the disturbance. */
const MARGIN_MS = 4000;
const LOAD_TIMEOUT_MS = 900_000;
const REPLICAS = 2;

/** Shared by all checks: the installation with two replicas, clients in the cluster, a key. */
export class Drill {
  readonly options: Options;
  readonly installation: Installation;
  #url = '';
  #key = { id: '', key: '' };
  #madeMonitoring = false;

  private constructor(options: Options, installation: Installation) {
    this.options = options;
    this.installation = installation;
  }

  /** Applies the manifest. Its namespace and secret are the caller's. */
  static async begin(options: Options): Promise<Drill> {
    const drill = new Drill(options, await Installation.of(options.manifest, options.namespace));
    await drill.restore();
    drill.#madeMonitoring = await makeClients(drill.installation.image);
    drill.#url = await drill.installation.url();
    drill.#key = await drill.installation.createKey('drill', 1_000_000);
    return drill;
  }

  get url(): string {
    return this.#url;
  }

  get key(): string {
    return this.#key.key;
  }

  restore(): Promise<void> {
    return this.installation.restore(REPLICAS);
  }

  /** Sends requests from a pod while something happens, and some seconds longer. */
  async underLoad(disturbance: Disturbance, settings: LoadSettings = {}): Promise<LoadReport> {
    const { url, key } = this;
    const order = { url, key, connections: this.options.connections, keepAlive: true, pauseMs: 0, ...settings };
    const child = start('kubectl', await inPod(CLIENTS, 'load', order));
    let startedAt: number | undefined;
    const ended = collect(child, {
      timeoutMs: LOAD_TIMEOUT_MS,
      onLine: () => {
        startedAt ??= performance.now();
      },
    });
    try {
      // The report's clock starts before the first answer; a program that prints none has ended.
      while (startedAt === undefined && child.exitCode === null) await wait(50);
      await wait(MARGIN_MS);
      await disturbance(() => performance.now() - (startedAt ?? 0));
      await wait(MARGIN_MS);
    } finally {
      child.stdin!.end();
      await ended;
    }
    const { code, stdout, stderr } = await ended;
    const report = stdout.trim().split('\n').at(-1)!;
    if (code !== 0 || !report.startsWith('{')) throw new Error(`The load ended with ${code}: ${stderr.trim()}`);
    return JSON.parse(report) as LoadReport;
  }

  /** Leaves the objects of the manifest, and nothing else. */
  async end(): Promise<void> {
    await this.installation.revokeKey(this.#key.id).catch((error: Error) => console.error(error.message));
    await this.installation.apply();
    await deleteClients(this.#madeMonitoring);
  }
}
