import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { PROVIDER_NAMES } from '../providers.ts';
import { invalidModel, readModelFile, type SealedFile } from './sealed-files.ts';

export const MANIFEST_FILE = 'manifest.json';
export const DEFAULT_GRAPH = 'onnx/model.onnx';
export const CALIBRATION_FILE = 'calibration.json';
/** Files that every model directory must contain besides its graphs. */
export const REQUIRED_FILES: readonly string[] = ['config.json', 'tokenizer.json', 'tokenizer_config.json'];

const insidePath = z
  .string()
  .min(1)
  .refine((path) => !path.startsWith('/') && !path.split('/').includes('..'), 'must stay inside the model directory');
const sealedFile = z.strictObject({
  path: insidePath,
  bytes: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits'),
});
const graphSchema = z.strictObject({
  path: insidePath,
  provider: z.enum(PROVIDER_NAMES),
  /** The files of its weights; default: all in its folder that are no graphs. */
  data: z.array(insidePath).optional(),
  optimisation: z.enum(['disabled', 'basic', 'extended', 'all']).default('basic'),
});
export const graphsSchema = z
  .array(graphSchema)
  .min(1)
  .refine(
    (graphs) => new Set(graphs.map(({ provider }) => provider)).size === graphs.length,
    'must name one graph per provider',
  );
const manifestSchema = z.object({
  name: z.string().min(1),
  version: z.string().min(1),
  license: z.string().optional(),
  /** Languages the model reads, as language tags such as "en". */
  languages: z.array(z.string().min(1)).min(1).optional(),
  /** The graph of each provider; a single graph is used for all. Default: onnx/model.onnx. */
  graphs: graphsSchema.optional(),
  /** Pairs with the token ids and logits that the model must give, within the tolerance, on every machine. */
  golden: z.strictObject({ path: insidePath, tolerance: z.number().positive() }).optional(),
  /** Not among `files`: the calibration contains the hash of the model it was fitted to. */
  calibration: sealedFile.optional(),
  files: z.array(sealedFile).min(1),
});
export type Manifest = z.infer<typeof manifestSchema>;
export type GraphEntry = z.infer<typeof graphSchema>;

/** Throws `invalid_model` when the manifest is missing, unreadable or not of the expected shape. */
export async function readManifest(dir: string): Promise<Manifest> {
  const path = join(dir, MANIFEST_FILE);
  const bytes = await readModelFile(path).catch((cause) => {
    const found = existsSync(dir)
      ? `${path}: expected a manifest, got ${cause.code}. To seal the directory, run claim-verifier model seal ${dir}`
      : `${dir}: the model directory does not exist.`;
    throw invalidModel(found, cause);
  });
  const value = parseModelJson(new TextDecoder().decode(bytes), path);
  // Other fields are for people; this one is never meant as a field.
  if (Object.hasOwn(Object(value), '__proto__')) throw invalidModel(`${path}: expected no field "__proto__".`);
  return readShape(manifestSchema, value, { place: path });
}

/** A manifest written by a person may be incomplete. */
const writtenSchema = manifestSchema
  .partial()
  .extend({ files: z.array(sealedFile).optional() })
  .loose();

/** The current manifest; empty when there is none, or when it is not a JSON object. */
export async function readWritten(dir: string): Promise<z.infer<typeof writtenSchema>> {
  const path = join(dir, MANIFEST_FILE);
  const bytes = await readModelFile(path).catch((cause) => {
    if (cause.code === 'EFTYPE') throw invalidModel(`${path} is not a regular file. Delete it.`, cause);
    return undefined;
  });
  const value = bytes === undefined ? undefined : jsonOrNothing(new TextDecoder().decode(bytes));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  // Overwriting it would lose what the person meant.
  return readShape(writtenSchema, value, { place: path, advice: '\nCorrect it, or delete the file.' });
}

function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function sealedEntry(manifest: Manifest, path: string): SealedFile {
  const entry = manifest.files.find((file) => file.path === path);
  if (!entry)
    throw invalidModel(
      `${MANIFEST_FILE} does not list ${path}; to seal the directory again, run claim-verifier model seal DIR.`,
    );
  return entry;
}

/** A JSON text of a model directory. Throws `invalid_model`; `place` is its path, with a line number where it has one. */
export function parseModelJson(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalidModel(`${place}: expected JSON; ${(cause as Error).message}`, cause);
  }
}

/** The value as the schema reads it. Throws `invalid_model` with a sentence for each part that does not fit, and the advice. */
export function readShape<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  { place, advice = '' }: { readonly place: string; readonly advice?: string },
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalidModel(`${place}: ${z.prettifyError(parsed.error).replaceAll('\n', ' ')}${advice}`, parsed.error);
}
