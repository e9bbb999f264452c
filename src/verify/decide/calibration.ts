import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { ServiceError } from '../../errors.ts';
import { FEATURES, type Features } from '../examine/features.ts';
import type { VerifierInfo } from '../verification.ts';

/** Signs that the confidence in a verdict is told from. Each name is also the key of its curve in the calibration file. */
export const CONFIDENCE_SIGNS = [
  /** Log-odds of the verdict's own probability. */
  'probability',
  /** Log-odds of the likelier of the two other verdicts. */
  'runner_up',
  /** Of the claim span that decides: its words in the closest sentence and in the whole source, and the source's size. */
  'coverage_closest',
  'coverage_source',
  'source_size',
] as const;

/** Why a span that asserts something cannot count as entailed, whatever its probabilities; each is a row of objections.ts. */
export const OBJECTIONS = [
  'evidence_disagrees',
  'copy_differs',
  'closest_contradicts',
  'not_asserted_by_source',
  'facts_differ',
  'foreign_language',
] as const;
export type Objection = (typeof OBJECTIONS)[number];

/** Changes when a calibration fitted for one version of policy and features would mislead another. */
export const POLICY_VERSION = '3';

const probability = z.number().min(0).max(1);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits');
/** Without a bound, sums of log-odds overflow and a confidence is no number. Fitted values stay below 20. */
const MAX_NUMBER = 1_000;
const NUMBER_RANGE = `must be from -${MAX_NUMBER} to ${MAX_NUMBER}`;
const number = z.number().min(-MAX_NUMBER, NUMBER_RANGE).max(MAX_NUMBER, NUMBER_RANGE);
const point = z.tuple([number, number]);
/** Counted first: a problem with each of very many points would overflow the stack. */
const MAX_POINTS = 1_000;
const ascending = (points: readonly [number, number][]) => points.every(([x], i) => i === 0 || x > points[i - 1]![0]);
/** Points [value, log-odds] joined by straight lines, level beyond the ends. */
const curve = z
  .array(z.unknown())
  .max(MAX_POINTS)
  .pipe(z.array(point).min(1).refine(ascending, 'the points of a curve must ascend'));
/** A generalised additive model: log-odds are the bias plus, for each named value, the height of its curve. */
const curveModel = z.strictObject({ bias: number, curves: z.partialRecord(z.enum(FEATURES), curve) });
const confidenceModel = z.strictObject({ bias: number, curves: z.partialRecord(z.enum(CONFIDENCE_SIGNS), curve) });

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
  /** Log-odds that a verdict is right, from the confidence signs. */
  confidence: z.strictObject({ SUPPORTED: confidenceModel, UNSUPPORTED: confidenceModel, UNCERTAIN: confidenceModel }),
  /** Least confidence with which a SUPPORTED sentence of an answer passes; left out where it was not measured. */
  minConfidence: probability.optional(),
});

export type Calibration = z.infer<typeof calibrationSchema>;

/** Everything of the decision that can be left out to see what it brings. */
export const ABLATIONS = [...FEATURES, ...OBJECTIONS] as const;

/** The calibration without the features and objections named: a feature left out weighs the same for every span. */
export function withoutNamed(calibration: Calibration, names: readonly (typeof ABLATIONS)[number][]): Calibration {
  const left = new Set<string>(names);
  return {
    ...calibration,
    entailed: levelled(calibration.entailed, left),
    contradicted: levelled(calibration.contradicted, left),
    without: [...calibration.without, ...OBJECTIONS.filter((name) => left.has(name))],
  };
}

/** Curves of the features named become level at the height of their middle point: the points are quantiles. */
function levelled(model: Calibration['entailed'], names: ReadonlySet<string>): Calibration['entailed'] {
  const curves = Object.entries(model.curves).map(([name, points]) => {
    const middle = points![Math.floor((points!.length - 1) / 2)]!;
    return [name, names.has(name) ? [middle] : points] as const;
  });
  return { bias: model.bias, curves: Object.fromEntries(curves) as Record<keyof Features, [number, number][]> };
}

function through(...points: [value: number, logOdds: number][]): [number, number][] {
  return points;
}

/** The verdict's own probability, as it is. */
const AS_PROBABLE = { bias: 0, curves: { probability: through([-7, -7], [7, 7]) } };

/**
 * For models without a calibration of their own: the model's own probabilities decide, gated by words in common and the
 * facts that differ. Confidence is not measured. `claim-verifier calibrate` makes a better one from labelled rows.
 */
export const DEFAULT_CALIBRATION: Calibration = {
  policyVersion: POLICY_VERSION,
  name: 'default',
  models: null,
  candidates: 0,
  entailed: {
    bias: -2,
    curves: {
      support: through([-6, -5], [8, 7]),
      support_lead: through([-6, -2], [6, 2]),
      facts_conflicting: through([0, 0], [3, -3]),
    },
  },
  contradicted: {
    bias: -2.5,
    curves: {
      opposition: through([-6, -5], [8, 6]),
      coverage_closest: through([0, -1], [1, 1]),
      facts_conflicting: through([0, 0], [1, 1], [3, 2]),
    },
  },
  thresholds: {
    entailed: 0.5,
    contradicted: 0.5,
    exactEntailment: 0.3,
    relevance: 0.1,
    nearCopy: 0.6,
    strong: 0.8,
    closer: 0.1,
  },
  without: [],
  confidence: { SUPPORTED: AS_PROBABLE, UNSUPPORTED: AS_PROBABLE, UNCERTAIN: AS_PROBABLE },
};

/**
 * The calibration in use: from a file, else the verdict model directory's own, else the documented default; and sentences
 * about it for the log of the start. `use` is what it has to fit. Throws
 * `invalid_configuration` when it is of another policy version or was fitted with another model.
 */
export async function loadCalibration(
  path: string | undefined,
  ofModel: unknown,
  use: Pick<VerifierInfo, 'model' | 'evidenceModel' | 'candidates'>,
): Promise<{ readonly calibration: Calibration; readonly notices: readonly string[] }> {
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

const REFIT = 'Fit one: claim-verifier calibrate --input LABELLED.jsonl --output calibration.json';

/** Problems that a refusal names. */
const MAX_SHOWN = 10;

function parseCalibration(value: unknown, from: string): Calibration {
  const version = (value as { policyVersion?: unknown } | null)?.policyVersion;
  if (version !== undefined && version !== POLICY_VERSION) {
    throw refused(`${from}: expected a calibration for policy version ${POLICY_VERSION}, got one for ${version}.`);
  }
  const parsed = calibrationSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw refused(`${from}: ${z.prettifyError({ issues: parsed.error.issues.slice(0, MAX_SHOWN) })}`);
}

function refused(message: string): ServiceError {
  return new ServiceError('invalid_configuration', `${message} ${REFIT}`);
}

function checkUse(
  { models, candidates }: Calibration,
  from: string,
  use: Parameters<typeof loadCalibration>[2],
): string[] {
  const { model, evidenceModel } = use;
  if (models !== null && models.verdict !== model.sha256) {
    throw refused(`${from}: fitted for the verdict model ${models.verdict}, but ${named(model)} is in use.`);
  }
  if (models?.evidence && evidenceModel !== undefined && models.evidence !== evidenceModel.sha256) {
    throw refused(`${from}: fitted for the evidence model ${models.evidence}, but ${named(evidenceModel)} is in use.`);
  }
  if (models === null || candidates === use.candidates) return [];
  return [`${from}: fitted with ${counted(candidates)}, but EVIDENCE_CANDIDATES gives ${counted(use.candidates)}.`];
}

function named({ id, version, sha256: hash }: VerifierInfo['model']): string {
  return `${id} ${version} (${hash})`;
}

function counted(candidates: number): string {
  return candidates === 0 ? 'all pairs' : `${candidates} candidates a span`;
}
