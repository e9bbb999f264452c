/**
 * `error.code` of the API, and two that only a client can meet. `connection_failed`: no response came, or not the whole of
 * it. `unexpected_response`: it is none of the service but, say, the error page of a proxy.
 */
export type ServiceErrorCode =
  | 'invalid_request'
  | 'unauthorized'
  | 'subscription_inactive'
  | 'rate_limited'
  | 'internal_error'
  | 'service_unavailable'
  | 'connection_failed'
  | 'unexpected_response';

export interface ServiceErrorFacts {
  /** HTTP status; undefined when no response came. */
  readonly status?: number | undefined;
  /** `error.details` of the API: the field, its limit, what was needed. */
  readonly details?: Readonly<Record<string, string | number | boolean>> | undefined;
  /** Seconds after which a retry is worth while. */
  readonly retryAfterSeconds?: number | undefined;
  /** X-Request-Id: by it the operator finds the request in the log. */
  readonly requestId?: string | undefined;
  /** The cause, for errors with one code for several causes. For log and metrics only, never part of an answer. */
  readonly refusal?: string | undefined;
  readonly cause?: unknown;
}

/** A request that was refused or that did not reach the service: the one class of client, library and service. `message` is a sentence for the person who must act. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ServiceErrorCode;
  readonly status: number | undefined;
  readonly details: ServiceErrorFacts['details'];
  readonly retryAfterSeconds: number | undefined;
  readonly requestId: string | undefined;
  readonly refusal: string | undefined;

  constructor(code: ServiceErrorCode, message: string, facts: ServiceErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = code;
    this.status = facts.status;
    this.details = facts.details;
    this.retryAfterSeconds = facts.retryAfterSeconds;
    this.requestId = facts.requestId;
    this.refusal = facts.refusal;
  }
}
