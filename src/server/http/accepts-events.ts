/**
 * Whether a request asks for server-sent events: its Accept header names text/event-stream, and application/json with
 * less weight or not at all.
 */
export function acceptsEvents(accept = ''): boolean {
  const events = weightOf('text/event-stream', accept);
  return events > 0 && events > weightOf('application/json', accept);
}

/** The weight of a media type in an Accept header (RFC 9110, 12.4.2): 0 if it is not named, 1 if its weight is malformed. */
function weightOf(type: string, accept: string): number {
  for (const range of accept.toLowerCase().split(',')) {
    const [name, ...parameters] = range.split(';').map((part) => part.trim());
    if (name !== type) continue;
    const [, weight = '1'] = /^q=([01](?:\.\d{0,3})?)$/.exec(parameters.at(-1) ?? '') ?? [];
    return Number(weight);
  }
  return 0;
}
