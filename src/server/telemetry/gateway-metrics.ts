import { Counter, type Registry } from 'prom-client';
import { LITELLM_PATH } from '../../contract/gateways.ts';
import { CLIENT_DISCONNECTED_STATUS, type RequestObserver, routeName } from '../http/request-observers.ts';
import { PREFIX } from './gauges.ts';

/** The decision sent to a gateway: allow, annotate or block. */
export type GatewayOutcome = 'passed' | 'noted' | 'blocked';

const OUTCOMES: readonly GatewayOutcome[] = ['passed', 'noted', 'blocked'];

export interface GatewayMetrics {
  /** Counts a request whose answers were judged. */
  readonly count: (outcome: GatewayOutcome) => void;
  /** Counts those that get an error instead. */
  readonly requests: RequestObserver;
}

/** Counts what becomes of the requests of LiteLLM. */
export function gatewayMetrics(registry: Registry): GatewayMetrics {
  const requests = new Counter({
    name: `${PREFIX}_gateway_requests_total`,
    help: 'Requests of gateways by the decision sent to them; refused: an error instead',
    labelNames: ['gateway', 'outcome'] as const,
    registers: [registry],
  });
  const count = (outcome: string, by = 1) => requests.inc({ gateway: 'litellm', outcome }, by);
  for (const outcome of [...OUTCOMES, 'refused']) count(outcome, 0);
  return {
    count: (outcome) => count(outcome),
    requests: {
      onEnd: ({ request, status }) => {
        const isRefused = status >= 400 && status !== CLIENT_DISCONNECTED_STATUS;
        if (routeName(request) === LITELLM_PATH && isRefused) count('refused');
      },
    },
  };
}
