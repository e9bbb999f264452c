import { ServiceError } from '../errors.ts';

const MAX_LENGTH = 2_000;

/**
 * Checks an address that a customer gave for a webhook; returns it as it will be asked. `hosts`: the origins that may be
 * told; undefined: none. Throws `invalid_request`. The message names no host: which ones are listed is the operator's.
 */
export function readWebhookAddress(text: string, hosts: readonly string[] | undefined): string {
  if (hosts === undefined) {
    throw invalid(
      'Expected no webhook_url: this service sends no webhooks. Ask for the job instead (GET /v1/jobs/{id}).',
    );
  }
  if (text.length > MAX_LENGTH || !URL.canParse(text)) {
    throw invalid(
      `Expected webhook_url to be an address of at most ${MAX_LENGTH} characters, such as https://hooks.example/jobs.`,
    );
  }
  const url = new URL(text);
  if (url.username !== '' || url.password !== '')
    throw invalid('Expected a webhook_url without user name and password.');
  if (!isListed(url, hosts)) {
    throw invalid(
      'Expected a webhook_url at one of the hosts that the operator has listed (WEBHOOK_HOSTS), got another one.',
    );
  }
  url.hash = '';
  return url.href;
}

/** Whether an address may be asked: scheme, host and port are in the list. */
export function isListed(url: URL, hosts: readonly string[]): boolean {
  return hosts.includes(url.origin);
}

function invalid(message: string): ServiceError {
  return new ServiceError('invalid_request', message, { details: { field: 'webhook_url' } });
}
