import { ServiceError as ClientServiceError, type ServiceErrorFacts } from './service-error.ts';

/**
 * Every failure the product can name, in one table: code -> HTTP status, the public `error.code`,
 * and the keys that `error.details` may carry (specification, section 7; `needed`, `limit`, `estimated_ms` and `max_ms`
 * for requests with many sentences only, `remaining`, `received` and `line` for jobs only).
 */
export const ERRORS = {
  invalid_request: {
    status: 400,
    publicCode: 'invalid_request',
    detailKeys: [
      'field',
      'max_length',
      'received_length',
      'needed',
      'limit',
      'estimated_ms',
      'max_ms',
      'received',
      'line',
    ],
  },
  not_found: { status: 404, publicCode: 'invalid_request', detailKeys: [] },
  /** The request contradicts an earlier one with the same Idempotency-Key, or asks for what is not finished. */
  conflict: { status: 409, publicCode: 'invalid_request', detailKeys: ['retry_after_seconds'] },
  /** The file of a job has more bytes or rows than the limit. */
  too_large: { status: 413, publicCode: 'invalid_request', detailKeys: ['limit', 'received', 'line'] },
  method_not_allowed: { status: 405, publicCode: 'invalid_request', detailKeys: [] },
  /** The headers outgrew what is read of a request. */
  headers_too_large: { status: 431, publicCode: 'invalid_request', detailKeys: [] },
  /** The caller took too long to send its request. */
  request_timeout: { status: 408, publicCode: 'invalid_request', detailKeys: ['limit', 'received'] },
  unauthorized: { status: 401, publicCode: 'unauthorized', detailKeys: ['header_present'] },
  subscription_inactive: { status: 403, publicCode: 'subscription_inactive', detailKeys: ['status', 'checkout_url'] },
  /** A valid token of an operator whose role allows no change. */
  forbidden: { status: 403, publicCode: 'unauthorized', detailKeys: [] },
  rate_limited: {
    status: 429,
    publicCode: 'rate_limited',
    detailKeys: ['limit', 'window', 'retry_after_seconds', 'needed', 'remaining', 'received'],
  },
  internal_error: { status: 500, publicCode: 'internal_error', detailKeys: ['request_id'] },
  service_unavailable: { status: 503, publicCode: 'service_unavailable', detailKeys: ['retry_after_seconds'] },
  /** There is no room for the file of a job. */
  storage_full: {
    status: 507,
    publicCode: 'service_unavailable',
    detailKeys: ['retry_after_seconds', 'limit', 'received'],
  },
  /** A setting that cannot be used; met at start-up only. */
  invalid_configuration: { status: 500, publicCode: 'internal_error', detailKeys: [] },
  /** A model directory that cannot be trusted or read; met at start-up only. */
  invalid_model: { status: 500, publicCode: 'internal_error', detailKeys: [] },
} as const;

export type ErrorCode = keyof typeof ERRORS;
export type ErrorDetails = Readonly<Record<string, string | number | boolean>>;

/** The client's class, so that `instanceof` holds for both, with the codes of the table; `details` holds its keys only. */
export interface ServiceError extends Omit<ClientServiceError, 'code'> {
  readonly code: ErrorCode;
}
export const ServiceError = ClientServiceError as unknown as {
  new (code: ErrorCode, message: string, facts?: ServiceErrorFacts): ServiceError;
  readonly prototype: ServiceError;
};

/**
 * The product's own sentences of an error, from what anyone may read to the reason that is for the operator only: for
 * a terminal, never for an answer.
 */
export function reasonOf(error: ServiceError): string {
  return error.cause instanceof ServiceError ? `${error.message} ${reasonOf(error.cause)}` : error.message;
}

/** 503 with the seconds after which a retry is worth while. */
export function unavailable(message: string, retryAfterSeconds: number, cause?: unknown): ServiceError {
  return new ServiceError('service_unavailable', message, {
    details: { retry_after_seconds: retryAfterSeconds },
    cause,
  });
}

/** 400 that names the field. */
export function invalidField(field: string, message: string): ServiceError {
  return new ServiceError('invalid_request', message, { details: { field } });
}
