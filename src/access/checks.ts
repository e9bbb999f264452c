import { z } from 'zod';
import { invalidField } from '../contract/errors.ts';
import { SUBSCRIPTION_STATUSES, type SubscriptionStatus } from '../contract/records.ts';

const MAX_NAME_LENGTH = 100;
const MAX_EMAIL_LENGTH = 254;
const MAX_COUNT = 1_000_000;
/** Neither control characters (they forge log lines, and SQLite cuts text at NUL) nor lone surrogates. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028\u2029]/u;
/** Format characters reorder or hide text; the others are letters without a visible shape. */
const INVISIBLE = /[\p{Cf}\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]|\u034f/u;
/** A scheme, "www.", or a host followed by a path, a query or a port: mail programs would make a link of it. */
const WEB_ADDRESS = /[a-z]:\/\/|\b(?:https?|mailto|javascript):|\bwww\.|[\p{L}\p{N}]\.\p{L}{2,}(?:[/?#\\]|:\d)/iu;
/** Other text that some mail programs make a link of, such as a bare host; it is allowed because companies use such names. */
const LINKABLE = /[\p{L}\p{N}]\.\p{L}{2,}|@/u;
const EMAIL = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+\.[^\s@<>,;:"()[\]\\]+$/u;
const ISO_TIME =
  /^(\d{4}-\d{2}-\d{2})(T(?:[01]\d|2[0-3]):\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-](?:[01]\d|2[0-3]):\d{2})?)?$/;
/** Date.parse makes the 2nd of March of the 30th of February. */
const DAY = z.iso.date();

export function looksLikeId(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text);
}

/** The trimmed text; throws `invalid_request` unless it has 1 to 100 printable characters that can be seen. */
export function checkText(field: string, value: string): string {
  const text = value.trim();
  const length = [...text].length;
  if (length === 0 || length > MAX_NAME_LENGTH) {
    throw invalidField(field, `Expected ${field} to be 1 to ${MAX_NAME_LENGTH} printable characters, got ${length}.`);
  }
  refuseInvisible(field, text);
  return text;
}

/** Like checkText, but also throws `invalid_request` for a web address, because names appear in e-mails. */
export function checkName(field: string, value: string): string {
  const name = checkText(field, value);
  if (hasWebAddress(name)) throw invalidField(field, `${field} contains a web address. Leave it out.`);
  return name;
}

/** True for a name without anything that a mail program may turn into a link. */
export function isPlainName(name: string): boolean {
  return !INVISIBLE.test(name) && !hasWebAddress(name) && !LINKABLE.test(name.normalize('NFKC'));
}

/** Also finds addresses in full-width and other compatibility characters. */
function hasWebAddress(name: string): boolean {
  return WEB_ADDRESS.test(name.normalize('NFKC'));
}

function refuseInvisible(field: string, text: string): void {
  const [found] = UNPRINTABLE.exec(text) ?? INVISIBLE.exec(text) ?? [];
  if (found === undefined) return;
  const code = found.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  throw invalidField(field, `${field} contains the invisible character U+${code}. Remove it.`);
}

export function checkEmail(field: string, value: string): string {
  const email = value.trim();
  if (email.length > MAX_EMAIL_LENGTH || UNPRINTABLE.test(email) || !EMAIL.test(email)) {
    throw invalidField(field, `Expected ${field} to be an e-mail address such as ada@example.com.`);
  }
  refuseInvisible(field, email);
  return email;
}

/** A whole number of requests or seconds from 1 to 1,000,000. */
export function checkCount(field: string, value: number): number {
  if (!Number.isInteger(value) || value < 1 || value > MAX_COUNT) {
    throw invalidField(field, `Expected ${field} to be a whole number from 1 to ${MAX_COUNT}, got ${value}.`);
  }
  return value;
}

/** ISO 8601 text -> Unix milliseconds. A time without a zone is UTC, a bare date its first moment. Throws `invalid_request`. */
export function parseTime(field: string, value: string): number {
  const [shape, day, clock, zone] = ISO_TIME.exec(value) ?? [];
  const time = DAY.safeParse(day).success ? Date.parse(clock && !zone ? `${shape}Z` : shape!) : Number.NaN;
  if (Number.isNaN(time)) {
    throw invalidField(
      field,
      `Expected ${field} to be a valid ISO 8601 time, such as 2030-01-31T12:00:00Z, got "${value}".`,
    );
  }
  return time;
}

export function checkStatus(field: string, value: string): SubscriptionStatus {
  const status = SUBSCRIPTION_STATUSES.find((known) => known === value);
  if (!status)
    throw invalidField(field, `Expected ${field} to be one of ${SUBSCRIPTION_STATUSES.join(', ')}, got "${value}".`);
  return status;
}
