import type { IncomingHttpHeaders } from 'node:http';
import { clientAddress } from '../http/client-address.ts';
import { type EndedRequest, isProbe, logFactsOf, type RequestObserver, routeName } from '../http/request-observers.ts';

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

/** The trace that a request belongs to, by its `traceparent` header (W3C Trace Context); undefined without a valid one. */
function traceIdOf({ traceparent }: IncomingHttpHeaders): string | undefined {
  const [, traceId, parentId] =
    typeof traceparent === 'string' ? (/^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(traceparent) ?? []) : [];
  return traceId === undefined || /^0+$/.test(traceId) || /^0+$/.test(parentId!) ? undefined : traceId;
}
