import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { ServiceError } from '../errors.ts';
import type { CrossEncoder } from '../nli/nli-interface.ts';
import { CONFIDENCE_SIGNS } from './confidence-signs.ts';
import { DEFAULT_CALIBRATION } from './default-calibration.ts';
import { FEATURES } from './features.ts';
import { OBJECTIONS } from './objection-names.ts';

/** Changes when a calibration fitted for one version of policy and features would mislead another. */
const POLICY_VERSION = '2';

const probability = z.number().min(0).max(1);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits');
const point = z.tuple([z.number(), z.number()]);
const ascending = (points: readonly [number, number][]) => points.every(([x], i) => i === 0 || x > points[i - 1]![0]);
const curve = z.array(point).min(1).refine(ascending, 'the points of a curve must ascend');
const curveModel = z.strictObject({ bias: z.number(), curves: z.partialRecord(z.enum(FEATURES), curve) });
const confidenceModel = z.strictObject({ bias: z.number(), curves: z.partialRecord(z.enum(CONFIDENCE_SIGNS), curve) });

/** Everything the policy takes from measurement. Plain numbers, so that a site can read and make its own. */
const calibrationSchema = z.strictObject({
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

export { DEFAULT_CALIBRATION };
export type Calibration = z.infer<typeof calibrationSchema>;

/** What a calibration has to fit. */
export interface CalibrationUse {
  readonly encoder: Pick<CrossEncoder, 'verdict' | 'evidence'>;
  readonly candidates: number;
}

export interface LoadedCalibration {
  readonly calibration: Calibration;
  /** Sentences for the log of the start. */
  readonly notices: readonly string[];
}

/**
 * The calibration in use: from a file, else the verdict model directory's own, else the documented default. Throws
 * `invalid_configuration` when it is of another policy version or was fitted with another model.
 */
export async function loadCalibration(
  path: string | undefined,
  ofModel: unknown,
  use: CalibrationUse,
): Promise<LoadedCalibration> {
  if (path === undefined && ofModel === undefined) return { calibration: DEFAULT_CALIBRATION, notices: [] };
  const from = path ?? 'calibration.json of the verdict model';
  const calibration = parseCalibration(path === undefined ? ofModel : await readJson(path), from);
  return { calibration, notices: checkUse(calibration, from, use) };
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    const message = `CALIBRATION_FILE: expected a readable JSON file; ${(cause as Error).message}`;
    throw new ServiceError('invalid_configuration', message, { cause });
  }
}

const REFIT = 'Fit one: npm run calibrate -- --input LABELLED.jsonl --output calibration.json';

function parseCalibration(value: unknown, from: string): Calibration {
  const version = (value as { policyVersion?: unknown } | null)?.policyVersion;
  if (version !== undefined && version !== POLICY_VERSION) {
    throw refused(`${from}: expected a calibration for policy version ${POLICY_VERSION}, got one for ${version}.`);
  }
  const parsed = calibrationSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw refused(`${from}: ${z.prettifyError(parsed.error)}`);
}

function refused(message: string): ServiceError {
  return new ServiceError('invalid_configuration', `${message} ${REFIT}`);
}

function checkUse({ models, candidates }: Calibration, from: string, use: CalibrationUse): string[] {
  const { verdict, evidence } = use.encoder;
  if (models !== null && models.verdict !== verdict.info.sha256) {
    throw refused(`${from}: fitted for the verdict model ${models.verdict}, but ${named(verdict.info)} is in use.`);
  }
  if (models?.evidence && evidence !== undefined && models.evidence !== evidence.info.sha256) {
    throw refused(`${from}: fitted for the evidence model ${models.evidence}, but ${named(evidence.info)} is in use.`);
  }
  if (models === null || candidates === use.candidates) return [];
  return [`${from}: fitted with ${counted(candidates)}, but EVIDENCE_CANDIDATES gives ${counted(use.candidates)}.`];
}

function named({ id, version, sha256: hash }: CrossEncoder['verdict']['info']): string {
  return `${id} ${version} (${hash})`;
}

function counted(candidates: number): string {
  return candidates === 0 ? 'all pairs' : `${candidates} candidates a span`;
}
