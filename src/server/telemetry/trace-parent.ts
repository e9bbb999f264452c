import type { IncomingHttpHeaders } from 'node:http';

/** The trace that a request belongs to, by its `traceparent` header (W3C Trace Context); undefined without a valid one. */
export function traceIdOf({ traceparent }: IncomingHttpHeaders): string | undefined {
  const [, traceId, parentId] =
    typeof traceparent === 'string' ? (/^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(traceparent) ?? []) : [];
  return traceId === undefined || /^0+$/.test(traceId) || /^0+$/.test(parentId!) ? undefined : traceId;
}
