import { z } from 'zod';
import { type Body, score } from './body.ts';
import { textField } from './texts.ts';
import { MATCHES, type MatchType, REASONS, type ReasonCode } from './words.ts';

export const VERDICTS = ['SUPPORTED', 'UNSUPPORTED', 'UNCERTAIN'] as const;
export type Verdict = (typeof VERDICTS)[number];

export const OUTCOMES = ['pass', 'review', 'fail'] as const;
/** Next steps for a claim or an answer, from the best to the worst. */
export type Outcome = (typeof OUTCOMES)[number];

export const MATCH_TYPES = Object.keys(MATCHES) as MatchType[];
export const REASON_CODES = Object.keys(REASONS) as ReasonCode[];

/** Longest texts accepted, in Unicode code points (specification, section 8). */
export const MAX_LENGTHS = { claim: 500, grounding_source: 10_000 } as const;

/** The error of a claim that is one character too long, for examples. */
export function longClaim(field = 'claim') {
  const max = MAX_LENGTHS.claim;
  return {
    message: `${field} must be a string of 1 to ${max} characters, got ${max + 1}.`,
    details: { field, max_length: max, received_length: max + 1 },
  };
}

/** Most claims of one request. */
export const MAX_CLAIMS = 200;

function text(name: keyof typeof MAX_LENGTHS, description: string) {
  return textField({ min: 1, max: MAX_LENGTHS[name], visible: true, description });
}

/** Specification, section 2.1. */
export const VerifyRequestBody = z
  .strictObject({
    claim: text('claim', 'The specific factual assertion to verify'),
    grounding_source: text('grounding_source', 'The evidence text the claim is judged against'),
  })
  .meta({ description: 'One claim and the one source it is judged against' });
/** The request of `POST /v1/verify`. Lengths are counted in Unicode code points. */
export type VerifyRequestBody = Body<typeof VerifyRequestBody>;

export const BatchRequestBody = z
  .strictObject({
    claims: z
      .array(text('claim', 'A factual assertion to verify'))
      .min(1)
      .max(MAX_CLAIMS)
      .meta({ description: 'The assertions to verify' }),
    grounding_source: text('grounding_source', 'The evidence text that all of them are judged against'),
  })
  .meta({ description: 'Several claims and the one source they are judged against' });
/** The request of `POST /v1/verify/batch`. The constraints of each text are those of `POST /v1/verify`. */
export type BatchRequestBody = Body<typeof BatchRequestBody>;

export const AuditTrailEntry = z
  .object({
    claim_span: z.string().meta({ description: 'Substring of the claim being evaluated' }),
    source_span: z.string().meta({ description: 'Corresponding substring of the source; empty when nothing matches' }),
    match_type: z.enum(MATCH_TYPES),
  })
  .meta({ description: 'One part of the claim and the part of the source that decided it' });
export type AuditTrailEntry = Body<typeof AuditTrailEntry>;

export const Offsets = z
  .object({ start: z.int().min(0), end: z.int().min(0) })
  .meta({ description: 'A span of the claim or of the source; end is exclusive' });
export type Offsets = Body<typeof Offsets>;

/** Calculations with numbers of a source: more than a value that is looked up or compared. */
export const CALCULATIONS = [
  'sum',
  'average',
  'difference',
  'percentage_change',
  'percentage_points',
  'share',
  'ratio',
  'product',
] as const;

export const DerivationBody = z
  .object({
    operation: z.enum(CALCULATIONS),
    operands: z
      .array(
        z.object({
          value: z.string().meta({ description: 'The number as the source writes it' }),
          source: z.string().meta({ description: 'Id of the source, or grounding_source' }),
          ...Offsets.shape,
        }),
      )
      .meta({ description: 'The numbers that were calculated with, in the order of the calculation' }),
    result: z.string().meta({ description: 'Result of the calculation' }),
  })
  .meta({ description: 'How the number of a claim follows from numbers of the source, or which other number follows' });
/** A calculation: `difference` is the first operand less the second, `share` the first in percent of the second. */
export type DerivationBody = Body<typeof DerivationBody>;

const decided = {
  outcome: z.enum(OUTCOMES).meta({
    description:
      'pass if SUPPORTED with at least the minimum confidence (MIN_CONFIDENCE, or that of the ' +
      'calibration); review if SUPPORTED otherwise or UNCERTAIN; fail if UNSUPPORTED',
  }),
  reason_codes: z
    .array(z.enum(REASON_CODES))
    .meta({ description: 'Why parts of the claim are not supported; each code once, in the order of the parts' }),
};

export const DetailBody = z
  .object({
    offsets: z.literal('utf16').meta({ description: 'Unit of all offsets: UTF-16 code units' }),
    scores: z
      .object({ SUPPORTED: score(), UNSUPPORTED: score(), UNCERTAIN: score() })
      .meta({ description: 'Calibrated probability of each verdict; they sum to 1' }),
    spans: z
      .array(
        z.object({
          claim: Offsets,
          source: Offsets.nullable().meta({ description: 'null when nothing matches' }),
          reasons: z
            .array(
              z.object({
                code: z.enum(REASON_CODES),
                expected: Offsets.nullable().meta({ description: 'In the source; null if no rule found any' }),
                found: Offsets.nullable().meta({ description: 'In the claim; null if no rule found any' }),
              }),
            )
            .meta({ description: 'Why the span is not supported' }),
          derivation: DerivationBody.optional().meta({ description: 'Only where a calculation decided' }),
        }),
      )
      .meta({ description: 'One for each entry of audit_trail, in its order' }),
    models: z
      .object({ verdict: z.string(), evidence: z.string().nullable() })
      .meta({ description: 'sha256 of the verdict model and of the evidence model; null if there is none' }),
  })
  .meta({ description: 'Models, calibration and details behind the verdict' });
export type DetailBody = Body<typeof DetailBody>;

export const ClaimDetailBody = z.object({ ...decided, ...DetailBody.shape }).meta({
  description: 'The outcome, and the models, calibration and details behind the verdict',
});
/** The fields that `?detail=full` adds to the four of the specification. */
export type ClaimDetailBody = Body<typeof ClaimDetailBody>;

/** Specification, section 2.2, in the order of that section. */
export const ResponseBody = z
  .object({
    verdict: z.enum(VERDICTS),
    confidence: score('Confidence in the verdict'),
    reasoning: z.string().meta({ description: 'Step-by-step explanation of how the verdict was reached' }),
    audit_trail: z.array(AuditTrailEntry).meta({ description: 'At least one entry per part of the claim' }),
  })
  .meta({ description: 'The verdict and the source spans that it is based on' });
/** The answer of `POST /v1/verify`, its keys in this order. */
export type ResponseBody = Body<typeof ResponseBody>;

export const DetailedResponseBody = ResponseBody.extend({ detail: ClaimDetailBody });
/** The answer of `POST /v1/verify?detail=full`. */
export type DetailedResponseBody = Body<typeof DetailedResponseBody>;

export const VerifyResponse = ResponseBody.extend({
  detail: ClaimDetailBody.optional().meta({ description: 'With ?detail=full only' }),
}).meta(ResponseBody.meta()!);
/** With the detail or without. */
export type VerifyResponse = Body<typeof VerifyResponse>;

export const ClaimResultBody = ResponseBody.extend(decided).meta({
  description: 'The four fields of POST /v1/verify, the outcome and the reason codes',
});
/** The result of one claim of several: in `POST /v1/verify/batch` and in files of results. */
export type ClaimResultBody = Body<typeof ClaimResultBody>;

export const BatchBody = z
  .object({
    results: z.array(ClaimResultBody).meta({ description: 'One for each claim, in the order of the claims' }),
  })
  .meta({ description: 'The result of each claim, judged as by POST /v1/verify' });
/** The answer of `POST /v1/verify/batch`: one result for each claim, in order. */
export type BatchBody = Body<typeof BatchBody>;

const REQUEST: VerifyRequestBody = {
  claim: 'The company employs 350 people.',
  grounding_source: 'Founded in 1990, the company has a staff of 350.',
};

const SUPPORTED: ResponseBody = {
  verdict: 'SUPPORTED',
  confidence: 0.9312,
  reasoning: '1. "The company employs 350 people." is supported. Quoted: "the company has a staff of 350"',
  audit_trail: [
    {
      claim_span: 'The company employs 350 people.',
      source_span: 'Founded in 1990, the company has a staff of 350.',
      match_type: 'paraphrase_match',
    },
  ],
};

const REFUTED: ResponseBody = {
  verdict: 'UNSUPPORTED',
  confidence: 0.8472,
  reasoning: '1. "It was founded in 1980." is contradicted: the source says 1990 where the claim says 1980.',
  audit_trail: [
    {
      claim_span: 'It was founded in 1980.',
      source_span: 'Founded in 1990, the company has a staff of 350.',
      match_type: 'contradiction',
    },
  ],
};

const BATCH_REQUEST: BatchRequestBody = {
  claims: ['The company employs 350 people.', 'It was founded in 1980.'],
  grounding_source: REQUEST.grounding_source,
};
const BATCH: BatchBody = {
  results: [
    { ...SUPPORTED, outcome: 'pass', reason_codes: [] },
    { ...REFUTED, outcome: 'fail', reason_codes: ['date_differs'] },
  ],
};

/** An example of each body above. */
export const VERIFY_EXAMPLES = {
  request: REQUEST,
  response: SUPPORTED,
  batchRequest: BATCH_REQUEST,
  batch: BATCH,
};
