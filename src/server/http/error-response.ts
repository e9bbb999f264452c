import type { ErrorBody } from '../../contract/body.ts';
import { ERRORS, ServiceError } from '../../errors.ts';
import { MAX_BODY_BYTES } from './json-body.ts';

export interface ErrorResponse {
  readonly status: number;
  /** Headers that follow from the error itself. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorBody;
}

/** Fastify's error codes for requests that it cannot read. */
const UNREADABLE: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'Expected a body as long as Content-Length says, got another length.',
  FST_ERR_BAD_URL: 'Expected a well-formed path, got one that cannot be decoded.',
};

/**
 * Converts any thrown value to a ServiceError. A library's complaint about the request becomes `invalid_request`;
 * everything unknown becomes `internal_error`, with its cause for the log. `bodyLimit` is that of the request's route,
 * in bytes.
 */
export function toServiceError(error: unknown, bodyLimit = MAX_BODY_BYTES): ServiceError {
  if (error instanceof ServiceError) return error;
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new ServiceError('invalid_request', `Expected a body of at most ${bodyLimit} bytes, got more.`);
  }
  const sentence = UNREADABLE[String(code)];
  if (sentence !== undefined) return new ServiceError('invalid_request', sentence, { cause: error });
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return new ServiceError('invalid_request', 'The request could not be read.', { cause: error });
  }
  return new ServiceError('internal_error', 'Unexpected error.', { cause: error });
}

/** Status, headers and body of an error. An internal error shows the request ID and nothing of its cause. */
export function errorResponse(error: ServiceError, requestId: string): ErrorResponse {
  const { status, publicCode: code } = ERRORS[error.code];
  if (code === 'internal_error') {
    const message = 'Unexpected server error; try again, and name the request_id to support if it persists.';
    return { status, headers: {}, body: { error: { code, message, details: { request_id: requestId } } } };
  }
  const { details } = error;
  const retryAfter = details?.retry_after_seconds;
  return {
    status,
    headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
    body: { error: { code, message: error.message, ...(details === undefined ? {} : { details }) } },
  };
}
