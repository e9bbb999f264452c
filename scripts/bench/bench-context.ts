import type { verifierSettings } from '../../src/config.ts';
import type { VerifierInfo } from '../../src/index.ts';
import { type ModelDirectory, openModelDirectory } from '../../src/nli/models/directory.ts';
import { createTokenizer, type Tokenizer } from '../../src/nli/tokenizer.ts';
import type { Phase } from '../../src/nli/types.ts';

export type Settings = ReturnType<typeof verifierSettings>;

export interface BenchContext {
  readonly settings: Settings;
  /** The product opened with these settings: the contenders use the same provider and number of threads. */
  readonly info: VerifierInfo;
  /** Approximate time for a section. */
  readonly seconds: number;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
}

export interface BareModel {
  readonly directory: ModelDirectory;
  readonly tokenizer: Tokenizer;
}

/** The models of the product by phase; one phase only when the verdict model scores every pair. */
export type BareModels = ReadonlyMap<Phase, BareModel>;

export async function openBareModels({ settings, info }: BenchContext): Promise<BareModels> {
  const verdict = await openModelDirectory(settings.modelDir, settings.modelFile);
  const models = new Map<Phase, BareModel>([['verdict', { directory: verdict, tokenizer: createTokenizer(verdict) }]]);
  if (info.evidenceModel !== undefined) {
    const evidence = await openModelDirectory(settings.evidenceModelDir, undefined);
    models.set('evidence', { directory: evidence, tokenizer: createTokenizer(evidence) });
  }
  return models;
}
