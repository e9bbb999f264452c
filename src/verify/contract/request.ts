import type { z } from 'zod';
import { codePoints, shortened } from '../../contract/texts.ts';
import { BatchRequestBody, MAX_CLAIMS, MAX_LENGTHS, VerifyRequestBody } from '../../contract/verify.ts';
import { ServiceError } from '../../errors.ts';
import type { ManyInput, VerifyInput } from '../verification.ts';

/**
 * The two texts of a request body, or a thrown `invalid_request` that names the first offending field, its
 * constraint and what came.
 */
export function readVerifyRequest(body: unknown): VerifyInput {
  const parsed = VerifyRequestBody.safeParse(body);
  if (!parsed.success) throw invalidRequest(parsed.error.issues[0]!, body);
  return { claim: parsed.data.claim, source: parsed.data.grounding_source };
}

const FIELDS = ['claim', 'grounding_source'];

function invalidRequest(issue: z.core.$ZodIssue, body: unknown): ServiceError {
  if (issue.code === 'unrecognized_keys') return unknownField(issue.keys[0]!, FIELDS);
  const name = issue.path[0];
  if (name !== 'claim' && name !== 'grounding_source') return noObject(body, FIELDS);
  const value = (body as Record<string, unknown>)[name];
  return invalidText(issue, value, { name, field: name, hint: value === undefined ? givenAs(name, body, FIELDS) : '' });
}

/** The refusal of a text that breaks the constraints of `name`; it stands at `field` of the body. */
function invalidText(
  issue: z.core.$ZodIssue,
  value: unknown,
  { name, field, hint = '' }: { name: keyof typeof MAX_LENGTHS; field: string; hint?: string },
): ServiceError {
  const what = issue.code === 'custom' ? issue.message : `got ${kindOf(value)}`;
  const constraint = `${field} must be a string of 1 to ${MAX_LENGTHS[name]} characters`;
  return new ServiceError('invalid_request', `${constraint}, ${what}.${hint}`, {
    details: {
      field,
      max_length: MAX_LENGTHS[name],
      ...(typeof value === 'string' ? { received_length: codePoints(value) } : {}),
    },
  });
}

/** The refusal of a body that is no object. */
export function noObject(body: unknown, fields: readonly string[]): ServiceError {
  return new ServiceError(
    'invalid_request',
    `Expected a JSON object with the fields ${listed(fields)}, got ${kindOf(body)}.`,
  );
}

/** The refusal of a body with a field that is none of `fields`. */
function unknownField(name: string, fields: readonly string[]): ServiceError {
  const field = shortened(name);
  const message = `Expected only the fields ${listed(fields)}, got ${JSON.stringify(field)}.${didYouMean(name, fields)}`;
  return new ServiceError('invalid_request', message, { details: { field } });
}

/** "a, b and c". */
export function listed(names: readonly string[]): string {
  return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/**
 * The texts of a request body, or a thrown `invalid_request` that names the first offending field, its constraint and what
 * came; of a claim also its place, from 0.
 */
export function readBatchRequest(body: unknown): ManyInput {
  const parsed = BatchRequestBody.safeParse(body);
  if (!parsed.success) throw invalidBatchRequest(parsed.error.issues[0]!, body);
  return { claims: parsed.data.claims, source: parsed.data.grounding_source };
}

const BATCH_FIELDS = ['claims', 'grounding_source'];

function invalidBatchRequest(issue: z.core.$ZodIssue, body: unknown): ServiceError {
  if (issue.code === 'unrecognized_keys') return unknownField(issue.keys[0]!, BATCH_FIELDS);
  const [name, place] = issue.path;
  if (name !== 'claims' && name !== 'grounding_source') return noObject(body, BATCH_FIELDS);
  const value = (body as Record<string, unknown>)[name];
  const hint = value === undefined ? givenAs(name, body, BATCH_FIELDS) : '';
  if (name === 'grounding_source') return invalidText(issue, value, { name, field: name, hint });
  if (typeof place !== 'number') return invalidClaims(value, hint);
  return invalidText(issue, (value as unknown[])[place], { name: 'claim', field: `claims[${place}]` });
}

function invalidClaims(value: unknown, hint: string): ServiceError {
  const got = Array.isArray(value) ? `an array of ${value.length}` : kindOf(value);
  return new ServiceError(
    'invalid_request',
    `claims must be an array of 1 to ${MAX_CLAIMS} strings, got ${got}.${hint}`,
    {
      details: {
        field: 'claims',
        max_length: MAX_CLAIMS,
        ...(Array.isArray(value) ? { received_length: value.length } : {}),
      },
    },
  );
}

/** What came, in a sentence. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** So many equal letters at the beginning, or so short a name within the other, make two names alike. */
const SAME_BEGINNING = 4;
const SHORTEST = 3;

/** The one of the known names that was probably meant by another name: "source" and "GroundingSource" for grounding_source. */
function lookalike(name: string, known: readonly string[]): string | undefined {
  const given = plain(name);
  if (given.length < SHORTEST) return undefined;
  const all = known.map((one) => ({ one, letters: plain(one) }));
  const same = all.find(({ letters }) => letters === given);
  const within = all.find(({ letters }) => letters.includes(given) || given.includes(letters));
  const begun = all.find(({ letters }) => letters.slice(0, SAME_BEGINNING) === given.slice(0, SAME_BEGINNING));
  return (same ?? within ?? begun)?.one;
}

function plain(name: string): string {
  return name
    .slice(0, 100)
    .toLowerCase()
    .replace(/[^a-z0-9]|s$/g, '');
}

/** The end of a sentence about an unknown field: " Did you mean claim?", or nothing. */
export function didYouMean(name: string, known: readonly string[]): string {
  const meant = lookalike(name, known);
  return meant === undefined ? '' : ` Did you mean ${meant}?`;
}

/** The end of a sentence about a missing field, where the body has an unknown one that looks like it. */
export function givenAs(field: string, body: unknown, known: readonly string[]): string {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return '';
  const unknown = Object.keys(body).filter((name) => !known.includes(name));
  const given = unknown.find((name) => lookalike(name, known) === field);
  return given === undefined
    ? ''
    : ` The field ${JSON.stringify(given.slice(0, 100))} is not known: did you mean ${field}?`;
}
