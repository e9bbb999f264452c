import { Counter, type Registry } from 'prom-client';
import { GATEWAY_PATHS, type Gateway } from '../../contract/gateways.ts';
import { CLIENT_DISCONNECTED_STATUS, type RequestObserver, routeName } from '../http/request-observers.ts';
import { PREFIX } from './gauges.ts';

/** The decision sent to a gateway: allow, annotate or block. */
export type GatewayOutcome = 'passed' | 'noted' | 'blocked';

const OUTCOMES: readonly GatewayOutcome[] = ['passed', 'noted', 'blocked'];
const GATEWAYS = Object.keys(GATEWAY_PATHS) as Gateway[];

export interface GatewayMetrics {
  /** Counts a request whose answers were judged. */
  readonly count: (gateway: Gateway, outcome: GatewayOutcome) => void;
  /** Counts those that get an error instead. */
  readonly requests: RequestObserver;
}

/** Counts what becomes of the requests of each gateway. */
export function gatewayMetrics(registry: Registry): GatewayMetrics {
  const requests = new Counter({
    name: `${PREFIX}_gateway_requests_total`,
    help: 'Requests of gateways by what they were told of the answers; refused: an error instead',
    labelNames: ['gateway', 'outcome'] as const,
    registers: [registry],
  });
  for (const gateway of GATEWAYS) for (const outcome of [...OUTCOMES, 'refused']) requests.inc({ gateway, outcome }, 0);
  return {
    count: (gateway, outcome) => requests.inc({ gateway, outcome }),
    requests: {
      onEnd: ({ request, status }) => {
        const gateway = GATEWAYS.find((one) => GATEWAY_PATHS[one] === routeName(request));
        const isRefused = status >= 400 && status !== CLIENT_DISCONNECTED_STATUS;
        if (gateway !== undefined && isRefused) requests.inc({ gateway, outcome: 'refused' });
      },
    },
  };
}
