import { z } from 'zod';
import { invalidModel } from './invalid-model.ts';
import { parseModelJson, readShape } from './model-json.ts';

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
  readonly logits: Readonly<Record<'cpu' | 'cuda', readonly number[]>>;
}

export interface GoldenSource {
  /** For messages. */
  readonly file: string;
  readonly text: string;
  readonly tolerance: number;
  /** Providers whose graph is the one that `logits_float` was taken from. */
  readonly floatGraph: Readonly<Record<'cpu' | 'cuda', boolean>>;
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

/** The first pairs of a JSONL file of golden pairs. Throws `invalid_model`, with the line number, for a line that is not a golden pair. */
export function readGolden({ file, text, tolerance, floatGraph }: GoldenSource): Golden {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) throw invalidModel(`${file}: expected golden pairs as JSON lines, got an empty file.`);
  const pairs = lines.slice(0, MAX_GOLDEN_PAIRS).map((line, i) => {
    const place = `${file}:${i + 1}`;
    const row = readShape(lineSchema, parseModelJson(line, place), { place });
    const of = (provider: 'cpu' | 'cuda') => (floatGraph[provider] && row.logits_float) || row.logits;
    return {
      premise: row.premise,
      hypothesis: row.hypothesis,
      inputIds: row.input_ids,
      logits: { cpu: of('cpu'), cuda: of('cuda') },
    };
  });
  return { tolerance, pairs };
}
