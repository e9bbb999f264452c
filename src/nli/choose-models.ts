import { resolve } from 'node:path';
import { type ModelDirectory, openModelDirectory } from './model-directory.ts';

export interface ChoiceOptions {
  /** The deciding model; `file` is an ONNX graph to use instead of the manifest's. */
  readonly verdict: { readonly dir: string; readonly file: string | undefined };
  readonly evidence: { readonly dir: string };
  /** Candidates per claim span; 0: the verdict model scores all pairs; undefined: depends on the verdict model's languages. */
  readonly candidates: number | undefined;
  /** Used when `candidates` is undefined and the verdict model's manifest names English. */
  readonly defaultCandidates: number;
}

export interface ChosenModels {
  readonly verdict: ModelDirectory;
  /** Undefined when the verdict model reads all pairs. */
  readonly evidence: ModelDirectory | undefined;
  /** 0 when the verdict model reads all pairs. */
  readonly candidates: number;
  /** The verdict model scores all pairs only because its manifest does not name English. */
  readonly languageUnstated: boolean;
}

/**
 * Decides which models are used and opens only those. The evidence model reads English, so by default it is used only
 * with a verdict model whose manifest names English too. Throws `invalid_model`.
 */
export async function chooseModels(options: ChoiceOptions): Promise<ChosenModels> {
  const verdict = await openModelDirectory(options.verdict.dir, options.verdict.file);
  const alone = { verdict, evidence: undefined, candidates: 0, languageUnstated: false };
  if (resolve(options.evidence.dir) === resolve(options.verdict.dir)) return alone;
  const candidates = options.candidates ?? (namesEnglish(verdict) ? options.defaultCandidates : 0);
  if (candidates === 0)
    return { ...alone, languageUnstated: options.candidates === undefined && !namesEnglish(verdict) };
  const evidence = await openModelDirectory(options.evidence.dir, undefined);
  if (evidence.sha256 === verdict.sha256) return alone;
  return { verdict, evidence, candidates, languageUnstated: false };
}

function namesEnglish({ languages }: ModelDirectory): boolean {
  return languages?.includes('en') ?? false;
}
