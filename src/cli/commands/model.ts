import { basename, join, resolve } from 'node:path';
import { Command } from 'commander';
import { loadConfig } from '../../config.ts';
import { describeModel, loadModel, type ModelDescription, sealModel } from '../../index.ts';
import { printable } from '../../printable.ts';
import { tell, withExamples } from '../command-line.ts';
import { fetchModel } from '../fetch/fetch-model.ts';

/** `claim-verifier model COMMAND`: manages directories for MODEL_DIR and EVIDENCE_MODEL_DIR. */
export function modelCommand(): Command {
  const command = new Command('model')
    .description('Seals, downloads and describes model directories.')
    .addCommand(sealCommand())
    .addCommand(fetchCommand())
    .addCommand(infoCommand());
  return withExamples(command, 'model info', 'model seal /models/deberta-v3-nli');
}

interface FetchFlags {
  readonly revision: string;
  readonly file: string;
  readonly output?: string;
}

/** `claim-verifier model fetch OWNER/NAME`: downloads a pinned, sealed model directory for MODEL_DIR; see fetch/README.md. */
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

async function fetchTo(id: string, flags: FetchFlags): Promise<void> {
  const { HF_ENDPOINT: endpoint = 'https://huggingface.co', HF_TOKEN: token } = process.env;
  await fetchModel({
    hub: { endpoint: endpoint.replace(/(?<!\/)\/+$/, ''), token },
    id,
    revision: flags.revision,
    modelFile: flags.file,
    folder: resolve(flags.output ?? join('models', basename(id))),
    say: (line) => tell(process.stdout, [printable(line)]),
  });
}

/** `claim-verifier model info [DIR]`: checks and describes a model directory. */
export function infoCommand(): Command {
  const command = new Command('info')
    .summary('describe a model directory')
    .description('Checks every file of a model directory against its manifest and describes the model.')
    .argument('[dir]', 'model directory; default: MODEL_DIR')
    .action(async (dir?: string) => {
      const folder = resolve(dir ?? loadConfig().MODEL_DIR);
      tell(process.stdout, lines(folder, await describeModel(folder)).map(printable));
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
  const sealed = calibration === undefined ? files : [...files, calibration];
  const told = [
    `Sealed ${id}, version ${version}; it reads up to ${maxPairTokens} tokens per pair.`,
    `  ${sha256}  the model (sha256 of its file list)`,
    ...sealed.map(({ path, bytes, sha256: hash }) => `  ${hash}  ${bytes}  ${path}`),
  ];
  tell(process.stdout, told.map(printable));
  await loadModel(dir);
}
