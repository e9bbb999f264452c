import { Command } from 'commander';
import { ServiceError } from '../src/errors.ts';
import { sealModel } from '../src/nli/manifest.ts';
import { openModelDirectory } from '../src/nli/model-directory.ts';
import { createTokenizer } from '../src/nli/tokenizer.ts';

/** `npm run model:seal DIR`: writes the manifest that the service checks a model directory against at every start. */
await new Command('model:seal')
  .description('Writes manifest.json for a model directory, then opens the directory as the service would.')
  .argument('<dir>', 'directory in the layout of the Hugging Face hub')
  .option('--file <path>', 'ONNX file for every provider, where the manifest names no graphs (default onnx/model.onnx)')
  .action(async (dir: string, { file }: { file?: string }) => {
    try {
      await seal(dir, file);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      console.error(error.message);
      process.exitCode = 1;
    }
  })
  .parseAsync();

async function seal(dir: string, file: string | undefined): Promise<void> {
  const { files, calibration } = await sealModel(dir, file);
  // A seal says that nothing changed; that the service can use the directory at all is worth knowing now.
  const model = await openModelDirectory(dir, undefined);
  createTokenizer(model);
  console.log(`Sealed ${model.id}, version ${model.version}; it reads up to ${model.maxPairTokens} tokens a pair.`);
  console.log(`  ${model.sha256}  the model: sha256 of the list of its files`);
  for (const { path, bytes, sha256 } of files) console.log(`  ${sha256}  ${bytes}  ${path}`);
  if (calibration) console.log(`  ${calibration.sha256}  ${calibration.bytes}  ${calibration.path}`);
}
