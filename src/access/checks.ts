import { ServiceError } from '../errors.ts';
import { SUBSCRIPTION_STATUSES, type SubscriptionStatus } from './types.ts';

const NAME_LIMIT = 100;
const EMAIL_LIMIT = 254;
const MAX_LIMIT = 1_000_000;
/** Neither control characters (they forge log lines, and SQLite cuts text at NUL) nor lone surrogates. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028\u2029]/u;
const EMAIL = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+\.[^\s@<>,;:"()[\]\\]+$/u;
const ISO_TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/** 400 with the field named. */
export function invalid(field: string, message: string): ServiceError {
  return new ServiceError('invalid_request', message, { details: { field } });
}

/** Whether a text can be the id of anything here; what cannot is not worth asking a store for. */
export function looksLikeId(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text);
}

/** The trimmed name; throws `invalid_request` unless it has 1 to 100 printable characters. */
export function checkName(field: string, value: string): string {
  const name = value.trim();
  const length = [...name].length;
  if (length === 0 || length > NAME_LIMIT || UNPRINTABLE.test(name)) {
    throw invalid(field, `Expected ${field} to be 1 to ${NAME_LIMIT} printable characters, got ${length}.`);
  }
  return name;
}

/** The trimmed address; throws `invalid_request` unless it looks like one. */
export function checkEmail(field: string, value: string): string {
  const email = value.trim();
  if (email.length > EMAIL_LIMIT || UNPRINTABLE.test(email) || !EMAIL.test(email)) {
    throw invalid(field, `Expected ${field} to be an e-mail address such as ada@example.com.`);
  }
  return email;
}

/** A whole number of requests or seconds from 1 to 1,000,000. */
export function checkCount(field: string, value: number): number {
  if (!Number.isInteger(value) || value < 1 || value > MAX_LIMIT) {
    throw invalid(field, `Expected ${field} to be a whole number from 1 to ${MAX_LIMIT}, got ${value}.`);
  }
  return value;
}

/** ISO 8601 text -> Unix milliseconds. A time without a zone is UTC, a bare date its first moment. */
export function parseTime(field: string, value: string): number {
  const [shape, clock, , , zone] = ISO_TIME.exec(value) ?? [];
  const time = shape === undefined ? Number.NaN : Date.parse(clock && !zone ? `${shape}Z` : shape);
  if (Number.isNaN(time)) {
    throw invalid(field, `Expected ${field} to be an ISO 8601 time such as 2030-01-31T12:00:00Z, got "${value}".`);
  }
  return time;
}

export function checkStatus(field: string, value: string): SubscriptionStatus {
  const status = SUBSCRIPTION_STATUSES.find((known) => known === value);
  if (!status)
    throw invalid(field, `Expected ${field} to be one of ${SUBSCRIPTION_STATUSES.join(', ')}, got "${value}".`);
  return status;
}
