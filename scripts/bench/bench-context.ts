import type { VerifierOptions } from '../../src/index.ts';
import { type ModelDirectory, openModelDirectory } from '../../src/nli/model-directory.ts';
import type { SessionOptions } from '../../src/nli/onnx-session.ts';
import { createTokenizer, type Tokenizer } from '../../src/nli/tokenizer.ts';
import type { ModelInfo } from '../../src/nli/types.ts';

/** What every section of the bench is given. */
export interface BenchContext {
  /** As the product would be opened, from the environment. */
  readonly settings: VerifierOptions & { readonly modelDir: string; readonly modelFile: string };
  /** The model as the product opened it: the contenders run on the same provider with as many threads. */
  readonly model: ModelInfo;
  /** Time a section may take, about. */
  readonly seconds: number;
  readonly signal: AbortSignal;
  /** Says what is being done. */
  readonly say: (line: string) => void;
}

export interface BareModel {
  readonly directory: ModelDirectory;
  readonly tokenizer: Tokenizer;
  readonly session: SessionOptions;
}

/** The same model files as the product uses, for contenders that do without the product. */
export async function openBareModel({ settings, model }: BenchContext): Promise<BareModel> {
  const directory = await openModelDirectory(settings.modelDir, settings.modelFile);
  const session = {
    dir: directory.dir,
    model: directory.model,
    externalData: directory.externalData,
    provider: model.provider,
    threads: model.threadsPerWorker,
  };
  return { directory, tokenizer: createTokenizer(directory), session };
}
