import { join } from 'node:path';
import { z } from 'zod';
import { ServiceError } from '../errors.ts';
import { type LabelOrder, labelOrder } from './labels.ts';
import {
  checkSealed,
  type Manifest,
  parseJson,
  readManifest,
  readSealed,
  type SealedFile,
  sealedEntry,
} from './manifest.ts';

const configSchema = z.object({
  model_type: z.string(),
  id2label: z.record(z.string(), z.unknown()),
  max_position_embeddings: z.number().int().positive().optional(),
  pad_token_id: z.number().int().nonnegative().nullish(),
  type_vocab_size: z.number().int().nonnegative().optional(),
});

/** Everything about a model that is known before a session exists. */
export interface ModelDirectory {
  readonly dir: string;
  readonly id: string;
  readonly version: string;
  readonly model: SealedFile;
  /** Weights stored beside the ONNX file: the session must then be made from the path, not from bytes. */
  readonly externalData: readonly SealedFile[];
  readonly labelOrder: LabelOrder;
  readonly padTokenId: number;
  readonly maxPairTokens: number;
  /** The network knows a single token type, as RoBERTa's do, whatever types the tokenizer gives. */
  readonly oneType: boolean;
  readonly tokenizerJson: object;
  readonly tokenizerConfig: object;
  /** The directory's own calibration file, unread, when it is sealed in. */
  readonly calibration: unknown;
}

/**
 * Reads and checks a model directory in the layout of the Hugging Face hub.
 * Every file is compared with the manifest before a byte of it is believed. Throws `invalid_model`.
 */
export async function openModelDirectory(dir: string, modelFile: string): Promise<ModelDirectory> {
  const manifest = await readManifest(dir);
  const json = (path: string) => readSealedJson(dir, manifest, path);
  const config = configSchema.safeParse(await json('config.json'));
  if (!config.success) throw invalid(`${join(dir, 'config.json')}: ${z.prettifyError(config.error)}`);
  const tokenizerConfig = await json('tokenizer_config.json');
  const model = sealedEntry(manifest, modelFile);
  const externalData = manifest.files.filter((file) => file !== model && file.path.startsWith(modelFile));
  // Also those that are not read: a directory that differs from its manifest is not the one that was sealed.
  await Promise.all(manifest.files.map((file) => checkSealed(dir, file)));
  return {
    dir,
    id: manifest.name,
    version: manifest.version,
    model,
    externalData,
    labelOrder: labelOrder(config.data.id2label),
    padTokenId: config.data.pad_token_id ?? 0,
    maxPairTokens: maxPairTokens(config.data, tokenizerConfig),
    oneType: config.data.type_vocab_size === 1,
    tokenizerJson: await json('tokenizer.json'),
    tokenizerConfig,
    calibration: manifest.files.some((file) => file.path === 'calibration.json')
      ? await json('calibration.json')
      : undefined,
  };
}

/** Families that number positions from `pad_token_id + 1`, as fairseq did, and so read fewer tokens than they have positions. */
const OFFSET_POSITIONS = new Set([
  'roberta',
  'xlm-roberta',
  'xlm-roberta-xl',
  'camembert',
  'roberta-prelayernorm',
  'mpnet',
  'longformer',
  'data2vec-text',
  'ibert',
  'xmod',
]);
/**
 * Memory and time of attention grow with the square of the length: one row of a long-context model at its own limit
 * can need gigabytes. Spans that do not fit are cut, never truncated, so nothing is lost by reading less at once.
 */
const LONGEST_PAIR = 512;
/** Tokenizers without a limit say 1e30. */
const NO_LIMIT = 1_000_000;

function maxPairTokens(config: z.infer<typeof configSchema>, tokenizerConfig: object): number {
  const positions = config.max_position_embeddings ?? Number.POSITIVE_INFINITY;
  const offset = OFFSET_POSITIONS.has(config.model_type) ? (config.pad_token_id ?? 0) + 1 : 0;
  const declared = (tokenizerConfig as { model_max_length?: unknown }).model_max_length;
  const limit = Math.min(positions - offset, typeof declared === 'number' ? declared : Number.POSITIVE_INFINITY);
  if (limit >= NO_LIMIT || limit < 8) {
    throw invalid(
      `Expected max_position_embeddings in config.json or model_max_length in tokenizer_config.json to give the longest pair; got ${limit}.`,
    );
  }
  return Math.min(limit, LONGEST_PAIR);
}

async function readSealedJson(dir: string, manifest: Manifest, path: string): Promise<object> {
  const value = parseJson((await readSealed(dir, sealedEntry(manifest, path))).toString('utf8'), join(dir, path));
  if (typeof value !== 'object' || value === null) throw invalid(`${join(dir, path)}: expected a JSON object.`);
  return value;
}

function invalid(message: string): ServiceError {
  return new ServiceError('invalid_model', message);
}
