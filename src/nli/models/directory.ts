import { join } from 'node:path';
import { z } from 'zod';
import { type LabelOrder, labelOrder } from '../batch.ts';
import { byProvider, type ProviderInUse } from '../providers.ts';
import {
  assertFolderSealed,
  assertGraphsSealed,
  chooseGraphs,
  type Graphs,
  isForDevicesOnly,
  sealedGraphs,
} from './graphs.ts';
import { type Manifest, parseModelJson, REQUIRED_FILES, readManifest, readShape, sealedEntry } from './manifest.ts';
import { checkSealed, type FileSeal, hashOfList, invalidModel } from './sealed-files.ts';

const configSchema = z.object({
  model_type: z.string(),
  id2label: z.record(z.string(), z.unknown()),
  max_position_embeddings: z.number().int().positive().optional(),
  pad_token_id: z.number().int().nonnegative().nullish(),
  type_vocab_size: z.number().int().nonnegative().optional(),
});

export interface ModelDirectory {
  readonly dir: string;
  readonly id: string;
  readonly version: string;
  /** Hash of the manifest's file list: sha256 over its lines `<sha256>  <path>`, sorted by path. */
  readonly sha256: string;
  /** Languages that the model reads according to the manifest; undefined: it does not say. */
  readonly languages: readonly string[] | undefined;
  readonly graphs: Graphs;
  readonly labelOrder: LabelOrder;
  readonly padTokenId: number;
  readonly maxPairTokens: number;
  /** The model has a single token type, as RoBERTa has, whatever types the tokenizer gives. */
  readonly oneType: boolean;
  readonly tokenizerJson: object;
  readonly tokenizerConfig: object;
  /** The directory's own calibration file, unread; undefined when none is sealed. */
  readonly calibration: unknown;
  /** The first golden pairs; undefined when the manifest names none. */
  readonly golden: Golden | undefined;
  /** Every file that was hashed, for loadUnchanged. */
  readonly seals: readonly FileSeal[];
}

/**
 * Reads and checks a model directory in the layout of the Hugging Face hub. Every file is compared with the manifest,
 * once, before it is parsed, and a file in the folder of a graph must be one of them. `modelFile`: the graph for every provider, relative to the directory;
 * undefined: the manifest's. Throws `invalid_model`.
 */
export async function openModelDirectory(dir: string, modelFile: string | undefined): Promise<ModelDirectory> {
  const manifest = await readManifest(dir);
  const choice = chooseGraphs(manifest, modelFile);
  assertGraphsSealed(manifest, choice);
  const graphs = sealedGraphs(manifest, choice);
  const files = await checkFiles(dir, manifest);
  const sealed = new Set(files.seals.map(({ path }) => path));
  for (const path of new Set(Object.values(graphs).map((graph) => graph.path)))
    await assertFolderSealed(dir, path, sealed);
  const json = (path: string) => asObject(parseModelJson(files.text(path), join(dir, path)), join(dir, path));
  const config = readShape(configSchema, json('config.json'), { place: join(dir, 'config.json') });
  const tokenizerConfig = json('tokenizer_config.json');
  const { calibration } = manifest;
  const floatGraph = byProvider((provider) => isForDevicesOnly(manifest, choice[provider].path));
  const { golden } = manifest;
  return {
    dir,
    id: manifest.name,
    version: manifest.version,
    sha256: hashOfList(manifest.files),
    languages: manifest.languages?.map(primaryLanguage),
    graphs,
    labelOrder: labelOrder(config.id2label),
    padTokenId: config.pad_token_id ?? 0,
    maxPairTokens: maxPairTokens(config, tokenizerConfig),
    oneType: config.type_vocab_size === 1,
    tokenizerJson: json('tokenizer.json'),
    tokenizerConfig,
    calibration: calibration && json(calibration.path),
    golden: golden && readGolden(join(dir, golden.path), files.text(golden.path), golden.tolerance, floatGraph),
    seals: files.seals,
  };
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Checks all files, including those that are not read: a directory that differs from its manifest is refused. `text` gives the
 * bytes that were hashed.
 */
async function checkFiles(dir: string, manifest: Manifest) {
  const { calibration } = manifest;
  const read = [...REQUIRED_FILES, ...(manifest.golden ? [manifest.golden.path] : [])];
  const entries = new Set([...read.map((path) => sealedEntry(manifest, path)), ...manifest.files]);
  if (calibration) entries.add(calibration);
  const kept = new Set([...read, calibration?.path]);
  const checked = await Promise.all([...entries].map((entry) => checkSealed(dir, entry, kept.has(entry.path))));
  const contents = new Map(checked.map(({ seal, content }) => [seal.path, content]));
  return { seals: checked.map(({ seal }) => seal), text: (path: string) => utf8.decode(contents.get(path)!) };
}

/** Model types that number positions from `pad_token_id + 1`, as fairseq did, and so read fewer tokens than positions. */
const OFFSET_POSITIONS = new Set(
  `roberta xlm-roberta xlm-roberta-xl camembert roberta-prelayernorm mpnet longformer
  data2vec-text ibert xmod`.split(/\s+/),
);
/**
 * Memory and time of attention grow with the square of the length: one row of a long-context model at its own limit
 * can need gigabytes. Spans that do not fit are split, never truncated, so a lower limit loses no text.
 */
const MAX_PAIR_TOKENS = 512;
/** Tokenizers without a limit give 1e30. */
const UNLIMITED_LENGTH = 1_000_000;

function maxPairTokens(config: z.infer<typeof configSchema>, tokenizerConfig: object): number {
  const positions = config.max_position_embeddings ?? Number.POSITIVE_INFINITY;
  const offset = OFFSET_POSITIONS.has(config.model_type) ? (config.pad_token_id ?? 0) + 1 : 0;
  const declared = (tokenizerConfig as { model_max_length?: unknown }).model_max_length;
  const limit = Math.min(positions - offset, typeof declared === 'number' ? declared : Number.POSITIVE_INFINITY);
  if (limit >= UNLIMITED_LENGTH || limit < 8) {
    throw invalidModel(
      `Expected max_position_embeddings in config.json or model_max_length in tokenizer_config.json to give the longest pair; got ${limit}.`,
    );
  }
  return Math.min(limit, MAX_PAIR_TOKENS);
}

function asObject(value: unknown, file: string): object {
  if (typeof value === 'object' && value !== null) return value;
  throw invalidModel(`${file}: expected a JSON object.`);
}

/** "en" for "en-US" and "EN": the codes of the language detector. */
function primaryLanguage(tag: string): string {
  return tag.toLowerCase().split(/[-_]/)[0]!;
}

/** Pairs with the results that the model must give for them on every machine. */
export interface Golden {
  /** Maximum absolute difference of a logit. */
  readonly tolerance: number;
  readonly pairs: readonly GoldenPair[];
}

export interface GoldenPair {
  readonly premise: string;
  readonly hypothesis: string;
  /** Token ids of the whole pair, special tokens included. */
  readonly inputIds: readonly number[];
  /** Three logits in the model's own label order, for the graph of each provider. */
  readonly logits: Readonly<Record<ProviderInUse, readonly number[]>>;
}

/** Enough to detect a processor that computes differently, for a few milliseconds per start. */
const MAX_GOLDEN_PAIRS = 3;

const logits = z.array(z.number()).length(3);
const lineSchema = z.object({
  premise: z.string(),
  hypothesis: z.string(),
  input_ids: z.array(z.number().int().nonnegative()).min(1),
  logits,
  logits_float: logits.optional(),
});

/** The first golden pairs of a JSONL file; `floatGraph`: the providers of `logits_float`. Throws `invalid_model`. */
function readGolden(
  file: string,
  text: string,
  tolerance: number,
  floatGraph: Readonly<Record<ProviderInUse, boolean>>,
): Golden {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) throw invalidModel(`${file}: expected golden pairs as JSON lines, got an empty file.`);
  const pairs = lines.slice(0, MAX_GOLDEN_PAIRS).map((line, i) => {
    const place = `${file}:${i + 1}`;
    const row = readShape(lineSchema, parseModelJson(line, place), { place });
    return {
      premise: row.premise,
      hypothesis: row.hypothesis,
      inputIds: row.input_ids,
      logits: byProvider((provider) => (floatGraph[provider] && row.logits_float) || row.logits),
    };
  });
  return { tolerance, pairs };
}
