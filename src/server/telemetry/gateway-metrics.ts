import type { Registry } from 'prom-client';
import { LITELLM_PATH } from '../../contract/gateways.ts';
import { CLIENT_DISCONNECTED_STATUS, type RequestObserver, routeName } from '../http/request-observers.ts';
import { countedBy } from './gauges.ts';

/** The decision sent to a gateway: allow, annotate or block. */
export type GatewayOutcome = 'passed' | 'noted' | 'blocked';

const OUTCOMES: readonly GatewayOutcome[] = ['passed', 'noted', 'blocked'];

export interface GatewayMetrics {
  readonly count: (outcome: GatewayOutcome) => void;
  /** Counts those that get an error instead. */
  readonly requests: RequestObserver;
}

export function gatewayMetrics(registry: Registry): GatewayMetrics {
  const help = 'Requests of gateways by the decision sent to them; refused: an error instead';
  const byOutcome = [...OUTCOMES, 'refused'].map((outcome) => ({ gateway: 'litellm', outcome }));
  const options = { name: 'gateway_requests', help };
  const requests = countedBy(registry, options, byOutcome);
  const count = (outcome: string) => requests.inc({ gateway: 'litellm', outcome });
  return {
    count,
    requests: {
      onEnd: ({ request, status }) => {
        const isRefused = status >= 400 && status !== CLIENT_DISCONNECTED_STATUS;
        if (routeName(request) === LITELLM_PATH && isRefused) count('refused');
      },
    },
  };
}
