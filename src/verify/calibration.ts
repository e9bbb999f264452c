import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { ServiceError } from '../errors.ts';
import { DEFAULT_CALIBRATION } from './default-calibration.ts';
import { FEATURES } from './features.ts';

const probability = z.number().min(0).max(1);
const point = z.tuple([z.number(), z.number()]);
const ascending = (points: readonly [number, number][]) => points.every(([x], i) => i === 0 || x > points[i - 1]![0]);
/** A generalised additive model: log-odds are the bias plus, for each feature, the height of its curve. */
const additive = z.strictObject({
  bias: z.number(),
  /** Points [feature, log-odds] joined by straight lines, level beyond the ends; a feature left out says nothing. */
  curves: z.partialRecord(
    z.enum(FEATURES),
    z.array(point).min(1).refine(ascending, 'the points of a curve must ascend'),
  ),
});
const line = z.strictObject({ bias: z.number(), slope: z.number() });

/** Everything the policy takes from measurement. Plain numbers, so that a site can read and make its own. */
const calibrationSchema = z.strictObject({
  policyVersion: z.literal('1'),
  name: z.string().min(1),
  /** Log-odds of a span being entailed. */
  entailed: additive,
  /** Log-odds of a span being contradicted, given that it is not entailed. */
  contradicted: additive,
  thresholds: z.strictObject({
    /** Least probability of entailment at which a span counts as entailed. */
    entailed: probability,
    /** Least probability of contradiction at which a span counts as contradicted. */
    contradicted: probability,
    /** Least coverage of the span's words by a premise that may contradict it. */
    relevance: probability,
    /** Least entailment by the network that surface text needs beside it to be an exact match. */
    exactEntailment: probability,
    /** Coverage from which a premise is taken for a copy of the span, changed in places. */
    nearCopy: probability,
    /** Share of the other words from which a span with a name or fact missing from the source is taken for an altered copy. */
    copied: probability,
  }),
  /** Log-odds that a verdict is right: bias + slope * log-odds of the verdict's own probability. */
  confidence: z.strictObject({ SUPPORTED: line, UNSUPPORTED: line, UNCERTAIN: line }),
});

export { DEFAULT_CALIBRATION };
export type Calibration = z.infer<typeof calibrationSchema>;

/** The calibration in use: from a file, else the model directory's own, else the documented default. */
export async function loadCalibration(path: string | undefined, ofModel: unknown): Promise<Calibration> {
  if (path !== undefined) return parseCalibration(await readJson(path), path);
  return ofModel === undefined ? DEFAULT_CALIBRATION : parseCalibration(ofModel, 'calibration.json');
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    const message = `CALIBRATION_FILE: expected a readable JSON file; ${(cause as Error).message}`;
    throw new ServiceError('invalid_configuration', message, { cause });
  }
}

function parseCalibration(value: unknown, from: string): Calibration {
  const parsed = calibrationSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ServiceError('invalid_configuration', `${from}: ${z.prettifyError(parsed.error)}`);
}
