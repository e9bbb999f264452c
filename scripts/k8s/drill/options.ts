import { parseArgs } from 'node:util';

/** Options that differ between clusters. All but the manifest may be absent: the checks that need it are not run then. */
export interface Options {
  /** File with the objects of the installation, as `helm template claim-verification-service` renders them. */
  readonly manifest: string;
  readonly namespace: string;
  /** The same for one replica on a volume, in another namespace. */
  readonly singleManifest?: string;
  readonly singleNamespace: string;
  readonly chartValues?: string;
  /** Another name of an image with the service, which the nodes can pull or have. */
  readonly otherImage?: string;
  /** Commands for a shell. */
  readonly stopRedis?: string;
  readonly startRedis?: string;
  readonly stopPostgres?: string;
  readonly startPostgres?: string;
  /** A command that gets the id of a container and sends SIGKILL to its main process. */
  readonly killContainer?: string;
  readonly connections: number;
  /** Checks whose names have one of these words; empty: all. */
  readonly only: readonly string[];
}

const OPTIONS = {
  manifest: { type: 'string' },
  namespace: { type: 'string' },
  'single-manifest': { type: 'string' },
  'single-namespace': { type: 'string' },
  'chart-values': { type: 'string' },
  'other-image': { type: 'string' },
  'stop-redis': { type: 'string' },
  'start-redis': { type: 'string' },
  'stop-postgres': { type: 'string' },
  'start-postgres': { type: 'string' },
  'kill-container': { type: 'string' },
  connections: { type: 'string' },
  only: { type: 'string', multiple: true },
} as const;

export const USAGE = `Usage: node --import tsx scripts/k8s/drill/main.ts --manifest FILE [OPTIONS] [--only WORD]...
Options, or DRILL_ and the name in capitals as a variable (DRILL_MANIFEST): ${Object.keys(OPTIONS)
  .map((name) => `--${name}`)
  .join(', ')}`;

/** Options from the command line; what it lacks, from the environment. Throws a sentence with the usage. */
export function readOptions(args: readonly string[], environment: NodeJS.ProcessEnv): Options {
  const { values } = parse(args);
  const single = (name: Exclude<keyof typeof OPTIONS, 'only'>) =>
    values[name] ?? (environment[`DRILL_${name.replaceAll('-', '_').toUpperCase()}`] || undefined);
  const manifest = single('manifest');
  if (manifest === undefined) throw new Error(`--manifest is missing: the file with your objects.\n${USAGE}`);
  const connections = Number(single('connections') ?? 4);
  if (!Number.isInteger(connections) || connections < 1) {
    throw new Error(`Expected a whole number of --connections, got ${single('connections')}.\n${USAGE}`);
  }
  for (const store of ['redis', 'postgres'] as const) {
    if ((single(`stop-${store}`) === undefined) !== (single(`start-${store}`) === undefined)) {
      throw new Error(`Expected both of --stop-${store} and --start-${store}, or none.\n${USAGE}`);
    }
  }
  const optional = {
    singleManifest: single('single-manifest'),
    chartValues: single('chart-values'),
    otherImage: single('other-image'),
    stopRedis: single('stop-redis'),
    startRedis: single('start-redis'),
    stopPostgres: single('stop-postgres'),
    startPostgres: single('start-postgres'),
    killContainer: single('kill-container'),
  };
  const given = Object.entries(optional).filter(([, value]) => value !== undefined);
  return {
    manifest,
    namespace: single('namespace') ?? 'claims',
    singleNamespace: single('single-namespace') ?? 'claims-single',
    connections,
    only: values.only ?? [],
    ...Object.fromEntries(given),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS });
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${USAGE}`);
  }
}
