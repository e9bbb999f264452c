import type { VerifierInfo } from '../../src/index.ts';

/** The settings that the product's verdicts depend on, by name. */
export function productSettings(info: VerifierInfo, without: readonly string[]): Record<string, string> {
  const { model, evidenceModel, candidates, policyVersion, calibration, windowSentences } = info;
  return {
    model: describeModel(model),
    ...(evidenceModel === undefined ? {} : { 'evidence model': describeModel(evidenceModel) }),
    candidates: candidates === 0 ? 'all' : String(candidates),
    policy: policyVersion,
    calibration,
    'window of sentences': String(windowSentences),
    ...(without.length === 0 ? {} : { without: without.join(', ') }),
  };
}

function describeModel({ id, version, sha256, provider }: VerifierInfo['model']): string {
  return `${id} ${version} (${sha256.slice(0, 12)}, ${provider})`;
}
