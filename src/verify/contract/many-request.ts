import { z } from 'zod';
import { ServiceError } from '../../errors.ts';
import type { ManyInput } from '../verification.ts';
import { givenAs } from './lookalike.ts';
import { invalidText, noObject, textField, unknownField } from './request.ts';
import { kindOf } from './request-text.ts';

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
  if (!parsed.success) throw invalidRequest(parsed.error.issues[0]!, body);
  return { claims: parsed.data.claims, source: parsed.data.grounding_source };
}

const FIELDS = ['claims', 'grounding_source'];

function invalidRequest(issue: z.core.$ZodIssue, body: unknown): ServiceError {
  if (issue.code === 'unrecognized_keys') return unknownField(issue.keys[0]!, FIELDS);
  const [name, place] = issue.path;
  if (name !== 'claims' && name !== 'grounding_source') return noObject(body, FIELDS);
  const value = (body as Record<string, unknown>)[name];
  const hint = value === undefined ? givenAs(name, body, FIELDS) : '';
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
