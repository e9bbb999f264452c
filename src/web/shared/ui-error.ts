import { ServiceError } from '../../contract/service-error.ts';
import { countText } from './dom.ts';

export interface UiError {
  readonly title: string;
  readonly advice: string;
  /** The field to correct, which shows the advice: `key`, or as the service names it. */
  readonly field?: string;
  /** Whole seconds after which a retry makes sense. */
  readonly waitSeconds?: number;
  readonly link?: { readonly href: string; readonly text: string };
  readonly requestId?: string;
}

export const UNREACHABLE: UiError = {
  title: 'The service did not respond',
  advice: 'Check that the service is running and that you are connected to the network, then try again.',
};

export const INTERRUPTED: UiError = {
  title: 'The response ended early',
  advice: 'Nothing of the answer counts as checked. Try again.',
};

/** Not found, conflict, too large: the service's own sentence is shown. */
const REFUSALS = [404, 409, 413];

/** The status that an error has which comes after the response has begun. */
const LATE_STATUSES: Readonly<Record<string, number>> = {
  invalid_request: 400,
  rate_limited: 429,
  service_unavailable: 503,
};

/** Turns what a request failed with into a message for the user. */
export function explain(error: unknown): UiError {
  if (!(error instanceof ServiceError))
    return { title: 'An error occurred in this page', advice: 'Reload the page and try again.' };
  const { code, status = LATE_STATUSES[code] ?? 500, details = {}, requestId, retryAfterSeconds: wait = 0 } = error;
  if (code === 'connection_failed') return UNREACHABLE;
  // A proxy in between may answer with something else.
  const message = code === 'unexpected_response' ? 'The service gave no reason.' : error.message;
  const waiting = wait > 0 ? { waitSeconds: Math.ceil(wait) } : {};
  if (status === 400) return { title: 'The request is not valid', advice: message, ...fieldOf(details) };
  if (status === 401) {
    const advice =
      'It may be mistyped, expired or revoked. Check it, or ask the operator of this service for a new one.';
    return { title: 'This key is not valid', advice, field: 'key' };
  }
  if (status === 403 && code === 'unauthorized') return { title: 'Your role does not allow this', advice: message };
  if (status === 403) return inactive(details);
  if (REFUSALS.includes(status)) return { title: 'The service refused this', advice: message };
  if (status === 429) return { title: 'Too many requests', advice: limitAdvice(message, details), ...waiting };
  if (status === 503) return { title: 'The service cannot answer right now', advice: message, ...waiting };
  const named = requestId === undefined ? {} : { requestId };
  return { title: 'Internal error of the service', advice: 'Try again.', ...named, ...waiting };
}

type Details = NonNullable<ServiceError['details']>;

function limitAdvice(message: string, { limit, window, needed, remaining, received }: Details): string {
  // Numbers for the limits of files.
  if (limit === undefined || remaining !== undefined || received !== undefined) return message;
  const cost = needed === undefined ? '' : `This costs ${requests(needed)}, and too few are left. `;
  return `${cost}Your limit is ${requests(limit)} per ${window}. Your text is still here.`;
}

function inactive({ status, checkout_url: checkout }: Details): UiError {
  const named = typeof status === 'string' ? status.replaceAll('_', ' ') : 'not active';
  const error = {
    title: 'The subscription is not active',
    advice: `The key is valid, but its subscription is ${named}.`,
  };
  const href = typeof checkout === 'string' && /^https?:\/\//i.test(checkout) ? checkout : undefined;
  return href === undefined ? error : { ...error, link: { href, text: 'Renew the subscription' } };
}

function fieldOf({ field }: Details): Pick<UiError, 'field'> {
  return typeof field === 'string' ? { field } : {};
}

function requests(limit: unknown): string {
  return limit === 1 ? '1 request' : `${countText(Number(limit))} requests`;
}
