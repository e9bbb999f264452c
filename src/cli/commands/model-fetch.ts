import { basename, join, resolve } from 'node:path';
import { Command } from 'commander';
import { withExamples } from '../command-line.ts';
import { fetchModel } from '../fetch/fetch-model.ts';

/** `claim-verifier model fetch OWNER/NAME`: downloads a pinned, sealed model directory for MODEL_DIR; see fetch/README.md. */
interface Flags {
  readonly revision: string;
  readonly file: string;
  readonly output?: string;
}

export function fetchCommand(): Command {
  const command = new Command('fetch')
    .summary('download a model from a hub and seal it')
    .description('Downloads an NLI model from a hub, checks it, seals it and verifies a claim with it.')
    .argument('<id>', 'owner/name on the hub')
    .option('--revision <revision>', 'branch, tag or commit; the commit is recorded in the manifest', 'main')
    .option('--file <path>', 'ONNX file in the model’s repository', 'onnx/model.onnx')
    .option('--output <dir>', 'folder to create; default: models/NAME in the working directory')
    .action(fetchTo)
    .addHelpText(
      'after',
      '\nEnvironment: HF_ENDPOINT, a mirror of https://huggingface.co; HF_TOKEN, the token for models that need one.',
    );
  return withExamples(
    command,
    'model fetch cross-encoder/nli-deberta-v3-base --file onnx/model_qint8_avx512_vnni.onnx',
  );
}

async function fetchTo(id: string, flags: Flags): Promise<void> {
  const { HF_ENDPOINT: endpoint = 'https://huggingface.co', HF_TOKEN: token } = process.env;
  await fetchModel({
    hub: { endpoint: endpoint.replace(/(?<!\/)\/+$/, ''), token },
    id,
    revision: flags.revision,
    modelFile: flags.file,
    folder: resolve(flags.output ?? join('models', basename(id))),
    say: (line) => process.stdout.write(`${line}\n`),
  });
}
