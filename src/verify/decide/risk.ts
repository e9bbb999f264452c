import { canonicalSha256 } from '../../canonical-sha256.ts';
import type { RiskBody } from '../../contract/answer.ts';
import type { VerifierInfo } from '../verification.ts';
import type { Calibration } from './calibration.ts';

/** Everything that a stated risk was measured with. Another version may read the same texts differently. */
export interface RiskBasis extends Pick<VerifierInfo, 'model' | 'evidenceModel'> {
  /** Version of the product. */
  readonly version: string;
}

/** The calibration with a risk that was measured with it on these models. */
export function withRisk(calibration: Calibration, risk: RiskBody, basis: RiskBasis): Calibration {
  return { ...calibration, risk: { ...risk, basis_sha256: basisSha256(calibration, basis) } };
}

/** The stated risk; undefined where none was measured, and where calibration, models or version are not those of its measurement. */
export function riskInForce(calibration: Calibration, basis: RiskBasis): RiskBody | undefined {
  if (calibration.risk === undefined) return undefined;
  const { basis_sha256, ...risk } = calibration.risk;
  return basis_sha256 === basisSha256(calibration, basis) ? risk : undefined;
}

function basisSha256({ risk: _, ...calibration }: Calibration, { model, evidenceModel, version }: RiskBasis): string {
  const models = [model, evidenceModel].map((one) => (one === undefined ? null : [one.sha256, one.graph]));
  return canonicalSha256({ calibration, models, version });
}
