import { resolve } from 'node:path';
import { Command } from 'commander';
import { loadConfig } from '../../config.ts';
import { describeModel, loadModel, type ModelDescription, sealModel } from '../../index.ts';
import { printable } from '../../printable.ts';
import { printLines, withExamples } from '../command-line.ts';

export function modelCommand(): Command {
  const command = new Command('model')
    .description('Seals and describes model directories.')
    .addCommand(sealCommand())
    .addCommand(infoCommand());
  return withExamples(command, 'model info', 'model seal /models/deberta-v3-nli');
}

export function infoCommand(): Command {
  const command = new Command('info')
    .summary('describe a model directory')
    .description('Checks every file of a model directory against its manifest and describes the model.')
    .argument('[dir]', 'model directory; default: MODEL_DIR')
    .action(async (dir?: string) => {
      const folder = resolve(dir ?? loadConfig().MODEL_DIR);
      printLines(process.stdout, lines(folder, await describeModel(folder)).map(printable));
    });
  return withExamples(command, 'model info', 'model info models/claim-nli-compact');
}

function lines(folder: string, model: ModelDescription): string[] {
  const fields: [string, string][] = [
    ['id', model.id],
    ['version', model.version],
    ['sha256', model.sha256],
    ['directory', folder],
    ['licence', model.license ?? 'not stated in the manifest'],
    ['languages', model.languages?.join(', ') ?? 'not stated in the manifest'],
    ['longest pair', `${model.maxPairTokens} tokens`],
    ...model.graphs.map(({ provider, path, bytes }): [string, string] => [
      `graph for ${provider}`,
      `${path}, ${megabytes(bytes)}`,
    ]),
    ['golden pairs', model.goldenPairs === 0 ? 'none' : `${model.goldenPairs} checked at every start`],
    ['calibration', calibrationName(model)],
    ['size', megabytes(model.files.reduce((sum, { bytes }) => sum + bytes, 0))],
  ];
  const files = model.files.map(({ path, bytes, sha256 }) => `  ${sha256}  ${bytes}  ${path}`);
  return [...fields.map(([name, value]) => `${name.padEnd(15)} ${value}`), 'files', ...files];
}

function calibrationName({ calibration }: ModelDescription): string {
  if (calibration === undefined) return 'none; the default calibration is used';
  const { name } = calibration as { name?: unknown };
  return typeof name === 'string' ? name : 'without a name';
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

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
  const sealed = calibration === undefined ? files : [...files, calibration];
  const lines = [
    `Sealed ${id}, version ${version}; it reads up to ${maxPairTokens} tokens per pair.`,
    `  ${sha256}  the model (sha256 of its file list)`,
    ...sealed.map(({ path, bytes, sha256: hash }) => `  ${hash}  ${bytes}  ${path}`),
  ];
  printLines(process.stdout, lines.map(printable));
  await loadModel(dir);
}
