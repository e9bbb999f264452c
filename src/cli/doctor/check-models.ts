import { type Config, verifierSettings } from '../../config.ts';
import { createVerifier, describeModel, type ModelDescription, type VerifierInfo } from '../../index.ts';
import { type Finding, failed, ok, warning } from './finding.ts';

export async function* checkModels(config: Config): AsyncGenerator<Finding> {
  const { MODEL_DIR, MODEL_FILE, EVIDENCE_MODEL_DIR } = config;
  const verdict = await checkDirectory('MODEL_DIR', MODEL_DIR, MODEL_FILE);
  yield verdict.finding;
  const evidence = await checkDirectory('EVIDENCE_MODEL_DIR', EVIDENCE_MODEL_DIR);
  yield evidence.finding;
  if (verdict.model === undefined || evidence.model === undefined) return;
  const models = [verdict.model, evidence.model];
  yield* checkRun(config, verdict.model.sha256 === evidence.model.sha256 ? models.slice(0, 1) : models);
}

const SUBJECTS = { MODEL_DIR: 'verdict model', EVIDENCE_MODEL_DIR: 'evidence model' } as const;

async function checkDirectory(setting: keyof typeof SUBJECTS, dir: string, file?: string) {
  const subject = SUBJECTS[setting];
  try {
    const model = await describeModel(dir, file);
    const megabytes = Math.round(model.files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6);
    const text = `${model.id} ${model.version}, ${megabytes} MB, matches its manifest; sha256 ${model.sha256}`;
    return { finding: ok(subject, text), model };
  } catch (error) {
    return {
      finding: failed(subject, error, `Check ${setting}, or copy the directory again.`),
      model: undefined,
    };
  }
}

/** Does not throw: what the service would refuse at start is a finding. */
async function* checkRun(config: Config, models: readonly ModelDescription[]): AsyncGenerator<Finding> {
  try {
    const verifier = await createVerifier({ ...verifierSettings(config), workers: 1 });
    await verifier.close();
    const { info } = verifier;
    yield goldenFinding(models);
    yield providerFinding(info);
    yield calibrationFinding(info);
    for (const notice of info.notices) yield warning('models', notice);
  } catch (error) {
    yield failed('golden check', error);
  }
}

function goldenFinding(models: readonly ModelDescription[]): Finding {
  const without = models.filter(({ goldenPairs }) => goldenPairs === 0).map(({ id }) => id);
  if (without.length === 0) {
    const counts = models.map(({ id, goldenPairs }) => `${goldenPairs} of ${id}`);
    return ok('golden check', `the models give the sealed results on this machine (pairs: ${counts.join(', ')})`);
  }
  const text = `${without.join(' and ')} has no golden pairs, so it cannot be checked whether the model gives correct results on this machine.`;
  return warning('golden check', `${text} To add some, see src/nli/models/README.md.`);
}

function providerFinding({ model }: VerifierInfo): Finding {
  const { provider, graph, providerFallback } = model;
  const text = `${provider}, graph ${graph}`;
  // Expected on a machine without a GPU; with EXECUTION_PROVIDER=cuda it is an error.
  return ok('provider', providerFallback === undefined ? text : `${text}; CUDA is not used: ${providerFallback}`);
}

function calibrationFinding({ calibration }: VerifierInfo): Finding {
  if (calibration !== 'default') return ok('calibration', calibration);
  return warning(
    'calibration',
    'default: its confidence is not fitted to data. To fit one, run claim-verifier calibrate.',
  );
}
