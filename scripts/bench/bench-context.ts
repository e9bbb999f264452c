import type { verifierSettings } from '../../src/config.ts';
import type { VerifierInfo } from '../../src/index.ts';
import { type ModelDirectory, openModelDirectory } from '../../src/nli/model-directory.ts';
import { createTokenizer, type Tokenizer } from '../../src/nli/tokenizer.ts';
import type { Phase } from '../../src/nli/types.ts';

export type Settings = ReturnType<typeof verifierSettings>;

/** What every section of the bench is given. */
export interface BenchContext {
  /** As the product would be opened, from the environment. */
  readonly settings: Settings;
  /** What the product made of them: the contenders run on the same provider with as many threads. */
  readonly info: VerifierInfo;
  /** Time a section may take, about. */
  readonly seconds: number;
  readonly signal: AbortSignal;
  /** Says what is being done. */
  readonly say: (line: string) => void;
}

export interface BareModel {
  readonly directory: ModelDirectory;
  readonly tokenizer: Tokenizer;
}

/** The models that the product uses, by phase; one phase alone where the verdict model reads every pair. */
export type BareModels = ReadonlyMap<Phase, BareModel>;

/** The same model files as the product uses, for contenders that do without the product. */
export async function openBareModels({ settings, info }: BenchContext): Promise<BareModels> {
  const verdict = await openModelDirectory(settings.modelDir, settings.modelFile);
  const models = new Map<Phase, BareModel>([['verdict', { directory: verdict, tokenizer: createTokenizer(verdict) }]]);
  if (info.evidenceModel !== undefined) {
    const evidence = await openModelDirectory(settings.evidenceModelDir, undefined);
    models.set('evidence', { directory: evidence, tokenizer: createTokenizer(evidence) });
  }
  return models;
}
