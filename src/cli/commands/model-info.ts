import { resolve } from 'node:path';
import { Command } from 'commander';
import { loadConfig } from '../../config.ts';
import { describeModel, type ModelDescription } from '../../index.ts';
import { withExamples } from '../command-line.ts';

/** `claim-verifier model info [DIR]`: checks and describes a model directory. */
export function infoCommand(): Command {
  const command = new Command('info')
    .summary('describe a model directory')
    .description('Checks every file of a model directory against its manifest and describes the model.')
    .argument('[dir]', 'model directory; default: MODEL_DIR')
    .action(async (dir?: string) => {
      const folder = resolve(dir ?? loadConfig().MODEL_DIR);
      process.stdout.write(`${lines(folder, await describeModel(folder)).join('\n')}\n`);
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
