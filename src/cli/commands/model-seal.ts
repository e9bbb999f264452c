import { Command } from 'commander';
import { describeModel, loadModel, sealModel } from '../../index.ts';
import { withExamples } from '../command-line.ts';

/** `claim-verifier model seal DIR`: writes the manifest of a model directory, which the service checks at every start. */
export function sealCommand(): Command {
  const command = new Command('seal')
    .summary('write the manifest of a model directory')
    .description('Writes manifest.json for a model directory, then opens the directory as the service does.')
    .argument('<dir>', 'directory in the layout of the Hugging Face hub')
    .option('--file <path>', 'ONNX file for all providers when the manifest lists no graphs (default onnx/model.onnx)')
    .action((dir: string, { file }: { file?: string }) => seal(dir, file));
  return withExamples(command, 'model seal /models/deberta-v3-nli', 'model seal DIR --file onnx/model_fp16.onnx');
}

async function seal(dir: string, file: string | undefined): Promise<void> {
  const { files, calibration } = await sealModel(dir, file);
  // A seal only guarantees that nothing changed: also check now that the service can use the directory.
  const { id, version, sha256, maxPairTokens } = await describeModel(dir);
  console.log(`Sealed ${id}, version ${version}; it reads up to ${maxPairTokens} tokens per pair.`);
  console.log(`  ${sha256}  the model (sha256 of its file list)`);
  for (const { path, bytes, sha256: hash } of files) console.log(`  ${hash}  ${bytes}  ${path}`);
  if (calibration) console.log(`  ${calibration.sha256}  ${calibration.bytes}  ${calibration.path}`);
  await loadModel(dir);
}
