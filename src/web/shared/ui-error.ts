import type { ApiResponse } from './contract.ts';

/** An error as the user reads it. */
export interface UiError {
  readonly title: string;
  readonly advice: string;
  /** The field to correct: `key`, or as the service names it. */
  readonly field?: string;
  /** Whole seconds after which a retry makes sense. */
  readonly waitSeconds?: number;
  readonly link?: { readonly href: string; readonly text: string };
  /** Id of the request, for the operator's logs. */
  readonly requestId?: string;
}

interface ErrorParts {
  readonly code: unknown;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export const UNREACHABLE: UiError = {
  title: 'The service did not respond',
  advice: 'Check that the service is running and that you are connected to the network, then try again.',
};

export const INTERRUPTED: UiError = {
  title: 'The response ended early',
  advice: 'Nothing of the answer counts as checked. Try again.',
};

export const KEY_MISSING: UiError = {
  title: 'API key missing',
  advice: 'Paste your API key above. It stays in this page only.',
  field: 'key',
};

/** Gone, in the way of something else, or too large: the sentence of the service says it. */
const REFUSALS = [404, 409, 413];

/** Turns an error response into a message for the user. */
export function explain({ status, body, headers }: ApiResponse): UiError {
  const { code, message, details } = errorIn(body);
  const waitSeconds = wholeSeconds(details.retry_after_seconds) ?? wholeSeconds(headers.get('retry-after'));
  const waiting = waitSeconds === undefined ? {} : { waitSeconds };
  const requestId = headers.get('x-request-id');
  const named = requestId === null ? {} : { requestId };
  if (status === 400) return { title: 'The request is not valid', advice: message, ...fieldOf(details) };
  if (status === 401) {
    const advice =
      'The key may be mistyped, expired or revoked. Check it, or ask whoever runs this service for a new one.';
    return { title: 'This key is not valid', advice, field: 'key' };
  }
  if (status === 403 && code === 'unauthorized') return { title: 'Your role does not allow this', advice: message };
  if (status === 403) return inactive(details);
  if (REFUSALS.includes(status)) return { title: 'The service refused this', advice: message };
  if (status === 429) {
    return { title: 'Too many requests', advice: limitAdvice(message, details), ...waiting };
  }
  if (status === 503) return { title: 'The service cannot answer right now', advice: message, ...waiting };
  return { title: 'Internal error of the service', advice: 'Try again.', ...named, ...waiting };
}

/** Milliseconds until others of the same customer may have ended, of which too many are under way at the same time. */
export function waitForOthersMs({ status, body }: Pick<ApiResponse, 'status' | 'body'>): number | undefined {
  const { details } = errorIn(body);
  if (status !== 429 || details.window !== 'concurrent') return undefined;
  return (wholeSeconds(details.retry_after_seconds) ?? 5) * 1_000;
}

function limitAdvice(message: string, { limit, window, needed, remaining, received }: ErrorParts['details']): string {
  // Of files.
  if (limit === undefined || remaining !== undefined || received !== undefined) return message;
  const cost = needed === undefined ? '' : `This counts as ${requests(needed)}, and too few are left. `;
  return `${cost}Your limit is ${requests(limit)} per ${window}. Your text is still here.`;
}

function inactive({ status, checkout_url: checkout }: ErrorParts['details']): UiError {
  const named = typeof status === 'string' ? status.replaceAll('_', ' ') : 'not active';
  const error = {
    title: 'The subscription is not active',
    advice: `The key is valid, but its subscription is ${named}.`,
  };
  const href = webAddress(checkout);
  return href === undefined ? error : { ...error, link: { href, text: 'Renew the subscription' } };
}

/** Only http and https addresses become links. */
function webAddress(value: unknown): string | undefined {
  return typeof value === 'string' && /^https?:\/\//i.test(value) ? value : undefined;
}

function fieldOf({ field }: ErrorParts['details']): Pick<UiError, 'field'> {
  return typeof field === 'string' ? { field } : {};
}

function requests(limit: unknown): string {
  return limit === 1 ? '1 request' : `${limit} requests`;
}

function wholeSeconds(value: unknown): number | undefined {
  const seconds = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof seconds === 'number' && seconds > 0 ? Math.ceil(seconds) : undefined;
}

function errorIn(body: unknown): ErrorParts {
  const error = isObject(body) && isObject(body.error) ? body.error : {};
  const message = typeof error.message === 'string' ? error.message : 'The service gave no reason.';
  return { code: error.code, message, details: isObject(error.details) ? error.details : {} };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
