import { env, PreTrainedTokenizer } from '@huggingface/transformers';
import { ServiceError } from '../errors.ts';
import { Lru } from './lru.ts';
import type { ModelDirectory } from './model-directory.ts';
import { learnPairTemplate, type PairTemplate } from './pair-template.ts';
import { tokenizedText } from './tokenized-text.ts';
import type { TextPlace, TokenizedText } from './types.ts';

// The library can fetch from a hub; this product never does.
env.allowRemoteModels = false;
env.useBrowserCache = false;
env.useFSCache = false;

export interface Tokenizer {
  readonly template: PairTemplate;
  tokenize(text: string, place?: TextPlace): TokenizedText;
}

/** Sentences whose ids are kept: a source asked about again is not tokenized again. About two kilobytes each. */
const REMEMBERED_TEXTS = 10_000;

/** A tokenizer from the model's own files, already read and checked. Throws `invalid_model` when they make none. */
export function createTokenizer(model: TokenizerFiles): Tokenizer {
  try {
    const inner = new PreTrainedTokenizer(model.tokenizerJson, model.tokenizerConfig);
    // Without this the library leaves the types of a pair's second text out for some families.
    inner.return_token_type_ids = true;
    const encode = (text: string): number[] => inner.encode(text, { add_special_tokens: false });
    const template = learnPairTemplate({
      encode,
      encodePair: (premise, hypothesis) => {
        const pair = encodePair(inner, premise, hypothesis);
        return model.oneType ? { ids: pair.ids, types: undefined } : pair;
      },
    });
    const spaceMatters = encode(' probe').join() !== encode('probe').join();
    const read = idReader(inner, encode, template);
    const known = new Lru<TokenizedText>(REMEMBERED_TEXTS);
    const tokenize = (text: string, place: TextPlace = 'start') => {
      const asRead = place === 'continuation' && spaceMatters ? ` ${text}` : text;
      const remembered = known.get(asRead);
      if (remembered) return remembered;
      const tokens = read(asRead);
      known.set(ownCopy(asRead), tokens);
      return tokens;
    };
    return { template, tokenize };
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause;
    throw new ServiceError('invalid_model', `tokenizer.json: cannot be read; ${(cause as Error).message}`, { cause });
  }
}

type TokenizerFiles = Pick<ModelDirectory, 'tokenizerJson' | 'tokenizerConfig' | 'oneType'>;

/** A slice of a text keeps the whole text in memory; a copy does not. */
function ownCopy(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}

function encodePair(inner: PreTrainedTokenizer, premise: string, hypothesis: string) {
  const encoded = inner(premise, { text_pair: hypothesis, return_tensor: false }) as {
    input_ids: number[];
    token_type_ids?: number[];
  };
  return { ids: encoded.input_ids, types: encoded.token_type_ids };
}

/**
 * Callers' text may spell a special token ("</s>"). Its id would end the premise early and let a source
 * write its own hypothesis, so it becomes the unknown token: seen, but meaningless.
 */
function idReader(inner: PreTrainedTokenizer, encode: (text: string) => number[], template: PairTemplate) {
  const structural = new Set([...template.before, ...template.between, ...template.after]);
  // Some tokenizers name their separator as the unknown token too: it must not pass as harmless.
  const unknown = inner.unk_token_id === undefined || structural.has(inner.unk_token_id) ? -1 : inner.unk_token_id;
  const special = new Set([...inner.all_special_ids, ...structural, inner.pad_token_id, inner.mask_token_id]);
  special.delete(unknown);
  const replacement = unknown >= 0 ? unknown : (encode('?')[0] ?? 0);
  return (text: string): TokenizedText => {
    const ids = Int32Array.from(encode(text));
    let unknownTokens = 0;
    for (let i = 0; i < ids.length; i++) {
      if (special.has(ids[i]!)) ids[i] = replacement;
      if (ids[i] === unknown) unknownTokens++;
    }
    return tokenizedText(ids, unknownTokens);
  };
}
