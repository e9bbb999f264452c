import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { ServiceError } from '../../errors.ts';
import type { VerifierInfo } from '../verification.ts';
import { type Calibration, calibrationSchema, DEFAULT_CALIBRATION, POLICY_VERSION } from './calibration.ts';

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
