import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Option } from 'commander';
import { runCommandLine } from '../../src/cli/command-line.ts';
import { PACKAGE_ROOT, packageFacts } from '../../src/package.ts';
import { npmCommand } from '../npm-command.ts';
import { pack } from './pack.ts';
import { TARGET } from './prune.ts';
import { stageBundle } from './stage.ts';

interface Flags {
  readonly output: string;
  readonly model: string;
  readonly modelFile?: string;
  readonly evidenceModel: string;
  readonly cuda?: true;
}

/** `npm run bundle`: one archive with everything but Node for a machine without a network. */
await runCommandLine(
  npmCommand('bundle', '--output /media/stick', '--model models/nli-deberta-v3-base --cuda')
    .description(
      'Packs the service, its production modules for linux x64, both models, an SBOM, the licences and an installer into one archive.',
    )
    .addOption(new Option('--output <folder>', 'folder for the archive').default('.', 'current folder'))
    .addOption(bundledModel('--model <dir>', 'sealed model directory for MODEL_DIR', 'claim-nli'))
    .option('--model-file <path>', 'ONNX file in the model directory for MODEL_FILE; default: the one in its manifest')
    .addOption(
      bundledModel('--evidence-model <dir>', 'sealed model directory for EVIDENCE_MODEL_DIR', 'claim-nli-compact'),
    )
    .option('--cuda', 'include the CUDA 12 libraries of onnxruntime, downloaded from NuGet')
    .action(bundle),
);

function bundledModel(flags: string, description: string, name: string): Option {
  return new Option(flags, description).default(join(PACKAGE_ROOT, 'models', name), `models/${name}`);
}

async function bundle({ cuda, output, model, modelFile, evidenceModel }: Flags): Promise<void> {
  const suffix = cuda ? '-cuda12' : '';
  const name = `claim-verification-service-${packageFacts().version}-${TARGET.platform}-${TARGET.arch}${suffix}`;
  const work = await mkdtemp(join(tmpdir(), 'bundle-'));
  try {
    await mkdir(join(work, name));
    const models = { verdict: resolve(model), evidence: resolve(evidenceModel), modelFile };
    await stageBundle(join(work, name), { root: PACKAGE_ROOT, models, cuda: cuda ?? false });
    await pack(join(work, name), join(resolve(output), `${name}.tar.gz`));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
