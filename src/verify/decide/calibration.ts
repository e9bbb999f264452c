import { z } from 'zod';
import { FEATURES } from '../examine/feature-names.ts';
import { CONFIDENCE_SIGNS } from './confidence-signs.ts';
import { OBJECTIONS } from './objection-names.ts';

/** Changes when a calibration fitted for one version of policy and features would mislead another. */
export const POLICY_VERSION = '2';

const probability = z.number().min(0).max(1);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits');
const point = z.tuple([z.number(), z.number()]);
const ascending = (points: readonly [number, number][]) => points.every(([x], i) => i === 0 || x > points[i - 1]![0]);
/** Points [value, log-odds] joined by straight lines, level beyond the ends. */
const curve = z.array(point).min(1).refine(ascending, 'the points of a curve must ascend');
/** A generalised additive model: log-odds are the bias plus, for each named value, the height of its curve. */
const curveModel = z.strictObject({ bias: z.number(), curves: z.partialRecord(z.enum(FEATURES), curve) });
const confidenceModel = z.strictObject({ bias: z.number(), curves: z.partialRecord(z.enum(CONFIDENCE_SIGNS), curve) });

/** Everything the policy takes from measurement. Plain numbers, so that a site can read and make its own. */
export const calibrationSchema = z.strictObject({
  policyVersion: z.literal(POLICY_VERSION),
  name: z.string().min(1),
  /** Hashes of the models it was fitted with; no evidence model: all pairs were read. Null: fitted with none. */
  models: z.strictObject({ verdict: sha256, evidence: sha256.nullable() }).nullable(),
  /** Sentences a claim span that the verdict model read while it was fitted; 0: all. */
  candidates: z.number().int().min(0),
  /** Log-odds of a span being entailed. */
  entailed: curveModel,
  /** Log-odds of a span being contradicted, given that it is not entailed. */
  contradicted: curveModel,
  thresholds: z.strictObject({
    /** Least probability of entailment at which a span counts as entailed. */
    entailed: probability,
    /** Least probability of contradiction at which a span counts as contradicted. */
    contradicted: probability,
    /** Least entailment by the model that the span's own words need beside them to be an exact match. */
    exactEntailment: probability,
    /** Least coverage of the span's words by a premise that may contradict it. */
    relevance: probability,
    /** Coverage from which the closest sentence is taken to be about the same matter. */
    nearCopy: probability,
    /** Entailment or contradiction from which the model's reading counts as strong. */
    strong: probability,
    /** Lead in coverage by which one of two sentences that disagree is clearly closer to the span. */
    closer: probability,
  }),
  /** Objections that are left out. */
  without: z.array(z.enum(OBJECTIONS)).default([]),
  /** Log-odds that a verdict is right, from the values of confidence-signs.ts. */
  confidence: z.strictObject({ SUPPORTED: confidenceModel, UNSUPPORTED: confidenceModel, UNCERTAIN: confidenceModel }),
});

export type Calibration = z.infer<typeof calibrationSchema>;
