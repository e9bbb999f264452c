import type { Answer } from './contract.ts';

/** What went wrong, in the words of the person who meets it. */
export interface Trouble {
  readonly title: string;
  readonly advice: string;
  /** The field to look at. */
  readonly field?: 'key' | 'claim' | 'grounding_source';
  /** Whole seconds after which trying again is worth while. */
  readonly waitSeconds?: number;
  readonly link?: { readonly href: string; readonly text: string };
  /** Names the exchange to whoever runs the service. */
  readonly requestId?: string;
}

interface ErrorParts {
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export const UNREACHABLE: Trouble = {
  title: 'No answer came',
  advice: 'The service could not be reached. Check that it runs and that you are connected, then try again.',
};

/** Explains an answer that is not a success. */
export function explain({ status, body, headers }: Answer): Trouble {
  const { message, details } = errorIn(body);
  const waitSeconds = wholeSeconds(details.retry_after_seconds) ?? wholeSeconds(headers.get('retry-after'));
  const waiting = waitSeconds === undefined ? {} : { waitSeconds };
  const requestId = headers.get('x-request-id');
  const named = requestId === null ? {} : { requestId };
  if (status === 400) return { title: 'The request was not accepted', advice: message, ...fieldOf(details) };
  if (status === 401) {
    const advice = 'It may be mistyped, expired or revoked. Check it, or ask for a new one.';
    return { title: 'This key is not valid', advice, field: 'key' };
  }
  if (status === 403) return inactive(details);
  if (status === 429) {
    const { limit, window } = details;
    const advice = limit === undefined ? message : `${limit} requests are allowed per ${window}. Nothing is lost.`;
    return { title: 'That was too fast', advice, ...waiting };
  }
  if (status === 503) return { title: 'The service cannot answer right now', advice: message, ...waiting };
  return { title: 'Something broke on our side', advice: 'Trying again may help.', ...named, ...waiting };
}

function inactive({ status, checkout_url: checkout }: ErrorParts['details']): Trouble {
  const named = typeof status === 'string' ? status.replaceAll('_', ' ') : 'not active';
  const trouble = {
    title: 'The subscription is not active',
    advice: `The key is known, its subscription is ${named}.`,
  };
  const href = webAddress(checkout);
  return href === undefined ? trouble : { ...trouble, link: { href, text: 'Renew the subscription' } };
}

/** Nothing but a web address becomes a link. */
function webAddress(value: unknown): string | undefined {
  return typeof value === 'string' && /^https?:\/\//i.test(value) ? value : undefined;
}

function fieldOf({ field }: ErrorParts['details']): Pick<Trouble, 'field'> {
  return field === 'claim' || field === 'grounding_source' ? { field } : {};
}

function wholeSeconds(value: unknown): number | undefined {
  const seconds = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof seconds === 'number' && seconds > 0 ? Math.ceil(seconds) : undefined;
}

function errorIn(body: unknown): ErrorParts {
  const error = isObject(body) && isObject(body.error) ? body.error : {};
  const message = typeof error.message === 'string' ? error.message : 'No reason was given.';
  return { message, details: isObject(error.details) ? error.details : {} };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
