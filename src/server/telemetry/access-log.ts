import { clientAddress } from '../http/client-address.ts';
import { type EndedRequest, isProbe, logFactsOf, type RequestObserver, routeName } from '../http/request-observers.ts';
import { traceIdOf } from './trace-parent.ts';

/**
 * One line per response: key ID, route pattern (not the URL, which may contain anything), status, duration, sizes, verdict
 * or why it was refused. Bodies, keys and query strings are never logged.
 */
export const accessLog: RequestObserver = {
  onEnd: (ended) => ended.request.log[isProbe(ended.request) ? 'debug' : 'info'](lineOf(ended), 'answered'),
};

function lineOf({ request, reply, status }: EndedRequest) {
  return {
    method: request.method,
    route: routeName(request),
    status,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    address: clientAddress(request),
    traceId: traceIdOf(request.headers),
    ...logFactsOf(request),
    ...(request.principal === undefined ? {} : { keyId: request.principal.keyId }),
  };
}
