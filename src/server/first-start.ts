import type { AddressInfo } from 'node:net';
import type { Access } from '../access/index.ts';
import { type Config, isLocalService, localUrl } from '../config.ts';
import { windowName } from './auth/rate-limits.ts';

interface StartedBy {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: { readonly isTTY?: boolean };
  readonly stdout: { readonly isTTY?: boolean };
}

/** Variables that container runtimes and Kubernetes set in the processes they start, with or without a terminal. */
const CONTAINER_VARIABLES = ['container', 'KUBERNETES_SERVICE_HOST'];

/** The settings with DEMO_KEY decided where it is unset: true only on a terminal of the user's own machine. */
export function withDefaultDemoKey(config: Config, { env, stdin, stdout }: StartedBy): Config {
  if (config.DEMO_KEY !== undefined) return config;
  const onTerminal = stdin.isTTY === true && stdout.isTTY === true;
  const isDeployed = env.NODE_ENV === 'production' || CONTAINER_VARIABLES.some((name) => env[name]);
  const hasCustomers = config.DATABASE_URL !== undefined || config.CHECKOUT_URL !== undefined;
  const isTrial = onTerminal && !isDeployed && !hasCustomers && isLocalService(config);
  return isTrial ? { ...config, DEMO_KEY: true } : config;
}

/** On the first start of all, prints an API key with its limit and the next steps. Call it once the server listens. */
export async function printFirstKey(
  { keys }: Pick<Access, 'keys'>,
  config: Config,
  server: { address(): AddressInfo | string | null },
): Promise<void> {
  const created = await keys.createFirstKeyIfEmpty({ local: isLocalService(config) });
  if (created === undefined) return;
  const { limit, window_seconds: windowSeconds } = await keys.show(created.id);
  const perWindow = `${limit.toLocaleString('en-US')} requests per ${windowName(windowSeconds)}`;
  const url = localUrl(config.HOST, (server.address() as AddressInfo).port);
  process.stdout.write(`First start: created an API key. It is shown only this once. Limit: ${perWindow}.

  ${created.key}

The models are loading. When the log says "ready", open ${url}/ in a browser, or run this in a second terminal:

  curl -s ${url}/v1/verify -H 'Content-Type: application/json' \\
    -H 'Authorization: Bearer ${created.key}' \\
    -d '{"claim": "The plant employs 530 people.", "grounding_source": "The plant employs 350 people."}'

`);
}
