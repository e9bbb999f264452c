import { Command } from 'commander';
import { describeModel, sealModel } from '../../src/index.ts';
import { withExamples } from '../command-line.ts';

/** `claim-verifier model seal DIR`: writes the manifest that the service checks a model directory against at every start. */
export function sealCommand(): Command {
  const command = new Command('seal')
    .summary('write the manifest of a model directory')
    .description('Writes manifest.json for a model directory, then opens the directory as the service would.')
    .argument('<dir>', 'directory in the layout of the Hugging Face hub')
    .option(
      '--file <path>',
      'ONNX file for every provider, where the manifest names no graphs (default onnx/model.onnx)',
    )
    .action((dir: string, { file }: { file?: string }) => seal(dir, file));
  return withExamples(command, 'model seal /models/deberta-v3-nli', 'model seal DIR --file onnx/model_fp16.onnx');
}

async function seal(dir: string, file: string | undefined): Promise<void> {
  const { files, calibration } = await sealModel(dir, file);
  // A seal says that nothing changed; that the service can use the directory at all is worth knowing now.
  const { id, version, sha256, maxPairTokens } = await describeModel(dir);
  console.log(`Sealed ${id}, version ${version}; it reads up to ${maxPairTokens} tokens a pair.`);
  console.log(`  ${sha256}  the model: sha256 of the list of its files`);
  for (const { path, bytes, sha256: hash } of files) console.log(`  ${hash}  ${bytes}  ${path}`);
  if (calibration) console.log(`  ${calibration.sha256}  ${calibration.bytes}  ${calibration.path}`);
}
