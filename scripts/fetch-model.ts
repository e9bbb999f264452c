import { basename, join, resolve } from 'node:path';
import { Command } from 'commander';
import { PACKAGE_ROOT } from '../src/config.ts';
import { fetchModel } from './fetch/fetch-model.ts';

/** `npm run fetch-model -- OWNER/NAME`: a pinned, sealed model directory for MODEL_DIR. fetch/README.md lists models. */
interface Flags {
  readonly revision: string;
  readonly file: string;
  readonly output?: string;
}

await new Command('fetch-model')
  .description('Downloads an NLI model from a hub, checks and seals it, and verifies a claim with it.')
  .argument('<id>', 'owner/name on the hub')
  .option('--revision <revision>', 'branch, tag or commit; the commit is written down', 'main')
  .option('--file <path>', 'ONNX file in the model’s repository', 'onnx/model.onnx')
  .option('--output <dir>', 'folder to make; by default models/NAME')
  .addHelpText(
    'after',
    '\nHF_ENDPOINT names a mirror of https://huggingface.co, HF_TOKEN opens models that ask for one.',
  )
  .action(async (id: string, flags: Flags) => {
    const { HF_ENDPOINT: endpoint = 'https://huggingface.co', HF_TOKEN: token } = process.env;
    try {
      await fetchModel({
        hub: { endpoint: endpoint.replace(/\/+$/, ''), token },
        id,
        revision: flags.revision,
        modelFile: flags.file,
        folder: resolve(flags.output ?? join(PACKAGE_ROOT, 'models', basename(id))),
        say: (line) => console.log(line),
      });
    } catch (error) {
      console.error((error as Error).message);
      process.exitCode = 1;
    }
  })
  .parseAsync();
