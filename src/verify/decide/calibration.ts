import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { ServiceError } from '../../contract/errors.ts';
import { FEATURES } from '../examine/features.ts';
import type { VerifierInfo } from '../verification.ts';
import { PROMISES } from './promises.ts';

/** The rules of the decision: the promises, and that values of tables and calculations settle what is said of them. */
const RULES = [...PROMISES, 'values_settle'] as const;

/** Changes when a calibration fitted for one version of policy and features would mislead another. */
export const POLICY_VERSION = '4';

/** Without a bound, sums of log-odds overflow and a confidence is not a number. Fitted values stay below 20. */
const MAX_NUMBER = 1_000;
const NUMBER_RANGE = `must be from -${MAX_NUMBER} to ${MAX_NUMBER}`;
const number = z.number().min(-MAX_NUMBER, NUMBER_RANGE).max(MAX_NUMBER, NUMBER_RANGE);
const probability = z.number().min(0).max(1);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits');
const weights = z.strictObject({ bias: number, weights: z.partialRecord(z.enum(FEATURES), number) });
const scale = z.strictObject({ slope: number.min(0), offset: number });

/** Everything the policy takes from measurement. Plain numbers, so that a site can read them and fit its own. */
export const calibrationSchema = z.strictObject({
  policyVersion: z.literal(POLICY_VERSION),
  name: z.string().min(1),
  /** Hashes of the models it was fitted with; no evidence model: all sentences were read. Null: fitted with none. */
  models: z.strictObject({ verdict: sha256, evidence: sha256.nullable() }).nullable(),
  /** Multinomial logistic regression: logit of a span being entailed by a document, against neither. */
  entailed: weights,
  /** Logit of a span being contradicted by a document, against neither. */
  contradicted: weights,
  thresholds: z.strictObject({
    /** Least probability of entailment at which a span counts as entailed. */
    entailed: probability,
    /** Least probability of contradiction at which a span counts as contradicted. */
    contradicted: probability,
    /** The same where several documents were read and none supports it: one of them often speaks of something similar. */
    contradictedByOneOfSeveral: probability,
    /** Least entailment by the model that a sentence with the span's own words needs to be an exact match. */
    exactEntailment: probability,
    /** Least coverage of the span's words by the closest sentence of a document that may contradict it. */
    relevance: probability,
  }),
  /** Rules that are left out. */
  without: z.array(z.enum(RULES)).default([]),
  /** Log-odds that a verdict is right: slope times the log-odds of its probability, plus offset. */
  confidence: z.strictObject({ SUPPORTED: scale, UNSUPPORTED: scale, UNCERTAIN: scale }),
  /** Least confidence with which a SUPPORTED claim passes; left out where it was not measured. */
  minConfidence: probability.optional(),
  /** The same of a sentence of an answer, compared with the sources of the answer; left out where it is the same. */
  answerMinConfidence: probability.optional(),
  /** Share of wrong answers among those that pass at minConfidence, as `calibrate --max-wrong` measured it (risk.ts). */
  risk: z
    .strictObject({
      max_wrong: probability,
      coverage: probability,
      rows: z.number().int().min(1),
      basis_sha256: sha256,
    })
    .optional(),
});

export type Calibration = z.infer<typeof calibrationSchema>;

/** Everything of the decision that can be left out to see what it brings. */
export const ABLATIONS = [...FEATURES, ...RULES] as const;

/** The calibration without the features and promises named. */
export function withoutNamed(calibration: Calibration, names: readonly (typeof ABLATIONS)[number][]): Calibration {
  const left = new Set<string>(names);
  const without = ({ bias, weights: all }: Calibration['entailed']): Calibration['entailed'] => ({
    bias,
    weights: Object.fromEntries(Object.entries(all).filter(([name]) => !left.has(name))),
  });
  return {
    ...calibration,
    entailed: without(calibration.entailed),
    contradicted: without(calibration.contradicted),
    without: [...calibration.without, ...RULES.filter((name) => left.has(name))],
  };
}

/** The verdict's own probability, as it is. */
const AS_PROBABLE = { slope: 1, offset: 0 };

/**
 * For models without their own calibration: the model's own probabilities decide. Confidence is not measured.
 * `claim-verifier calibrate` makes a better one from labeled rows.
 */
export const DEFAULT_CALIBRATION: Calibration = {
  policyVersion: POLICY_VERSION,
  name: 'default',
  models: null,
  entailed: {
    bias: 0,
    weights: { passage_entailment: 0.6, passage_neutral: -0.5, sentence_entailment: 0.4 },
  },
  contradicted: {
    bias: 0,
    weights: { passage_contradiction: 0.6, passage_neutral: -0.5, sentence_contradiction: 0.4 },
  },
  thresholds: {
    entailed: 0.45,
    contradicted: 0.5,
    contradictedByOneOfSeveral: 0.65,
    exactEntailment: 0.3,
    relevance: 0.1,
  },
  without: [],
  confidence: { SUPPORTED: AS_PROBABLE, UNSUPPORTED: AS_PROBABLE, UNCERTAIN: AS_PROBABLE },
};

/**
 * The calibration in use: from a file, else the verdict model directory's own, else the documented default.
 * `use` is what it has to fit. Throws `invalid_configuration` when it is of another policy version or was fitted with another model.
 */
export async function loadCalibration(
  path: string | undefined,
  ofModel: unknown,
  use: Pick<VerifierInfo, 'model' | 'evidenceModel'>,
): Promise<Calibration> {
  if (path === undefined && ofModel === undefined) return DEFAULT_CALIBRATION;
  const from = path ?? 'calibration.json of the verdict model';
  const calibration = parseCalibration(path === undefined ? ofModel : await readJson(path), from);
  assertFits(calibration, from, use);
  return calibration;
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    const message = `CALIBRATION_FILE: expected a readable JSON file; ${(cause as Error).message}`;
    throw new ServiceError('invalid_configuration', message, { cause });
  }
}

const REFIT = 'Fit one: claim-verifier calibrate --input LABELED.jsonl --output calibration.json';

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

function assertFits({ models }: Calibration, from: string, use: Parameters<typeof loadCalibration>[2]): void {
  const { model, evidenceModel } = use;
  if (models !== null && models.verdict !== model.sha256) {
    throw refused(`${from}: fitted for the verdict model ${models.verdict}, but ${named(model)} is in use.`);
  }
  if (models?.evidence && evidenceModel !== undefined && models.evidence !== evidenceModel.sha256) {
    throw refused(`${from}: fitted for the evidence model ${models.evidence}, but ${named(evidenceModel)} is in use.`);
  }
}

function named({ id, version, sha256: hash }: VerifierInfo['model']): string {
  return `${id} ${version} (${hash})`;
}
