import { z } from 'zod';
import { ServiceError } from '../../errors.ts';
import type { ManyInput, VerifyInput } from '../verification.ts';

/** Longest texts accepted, in Unicode code points (specification, section 8). */
export const MAX_LENGTHS = { claim: 500, grounding_source: 10_000 } as const;

function textField(name: keyof typeof MAX_LENGTHS, description: string) {
  const maxLength = MAX_LENGTHS[name];
  return z
    .string()
    .superRefine((text, context) => {
      const message = textProblem(text, { min: 1, max: maxLength, visible: true });
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    })
    .meta({ minLength: 1, maxLength, description });
}

/** The request body of every way in (specification, section 2.1). Lengths are code points, as JSON Schema counts them. */
export const VerifyRequest = z
  .strictObject({
    claim: textField('claim', 'The specific factual assertion to verify'),
    grounding_source: textField('grounding_source', 'The evidence text the claim is judged against'),
  })
  .meta({ description: 'One claim and the one source it is judged against' });

/**
 * The two texts of a request body, or a thrown `invalid_request` that names the first offending field, its
 * constraint and what came.
 */
export function readVerifyRequest(body: unknown): VerifyInput {
  const parsed = VerifyRequest.safeParse(body);
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

/** Most claims of one request. */
export const MAX_CLAIMS = 200;

/** The body of `POST /v1/verify/batch`. The constraints of each text are those of `POST /v1/verify`. */
export const BatchRequest = z
  .strictObject({
    claims: z
      .array(textField('claim', 'A factual assertion to verify'))
      .min(1)
      .max(MAX_CLAIMS)
      .meta({ description: 'The assertions to verify' }),
    grounding_source: textField('grounding_source', 'The evidence text that all of them are judged against'),
  })
  .meta({ description: 'Several claims and the one source they are judged against' });

/**
 * The texts of a request body, or a thrown `invalid_request` that names the first offending field, its constraint and what
 * came; of a claim also its place, from 0.
 */
export function readBatchRequest(body: unknown): ManyInput {
  const parsed = BatchRequest.safeParse(body);
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

/** How many characters a caller would count: a surrogate pair is one. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

const LONE_SURROGATE = /\p{Surrogate}/u;
/** White space, controls and invisible format characters carry nothing that could be judged. */
const VISIBLE = /[^\s\p{Z}\p{Cc}\p{Cf}]/u;

/** What came instead of the text that the bounds ask for; `undefined` when it is within them. */
export function textProblem(
  text: string,
  { min, max, visible }: { readonly min: number; readonly max: number; readonly visible: boolean },
): string | undefined {
  const length = codePoints(text);
  if (length < min || length > max) return `got ${length}`;
  if (LONE_SURROGATE.test(text)) return 'got a lone surrogate, which is not Unicode text';
  if (visible && !VISIBLE.test(text)) return 'got white space only';
  return undefined;
}

const MAX_SHOWN = 100;

/** A caller's text for a sentence to the caller. */
export function shortened(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}...` : text;
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
