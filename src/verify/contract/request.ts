import { z } from 'zod';
import { ServiceError } from '../../errors.ts';
import type { VerifyInput } from '../verification.ts';
import { didYouMean, givenAs } from './lookalike.ts';
import { codePoints, kindOf, shortened, textProblem } from './request-text.ts';

/** Longest texts accepted, in Unicode code points (specification, section 8). */
export const MAX_LENGTHS = { claim: 500, grounding_source: 10_000 } as const;

export function textField(name: keyof typeof MAX_LENGTHS, description: string) {
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
export function invalidText(
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
export function unknownField(name: string, fields: readonly string[]): ServiceError {
  const field = shortened(name);
  const message = `Expected only the fields ${listed(fields)}, got ${JSON.stringify(field)}.${didYouMean(name, fields)}`;
  return new ServiceError('invalid_request', message, { details: { field } });
}

/** "a, b and c". */
export function listed(names: readonly string[]): string {
  return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
