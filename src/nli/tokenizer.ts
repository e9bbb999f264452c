import { env, PreTrainedTokenizer } from '@huggingface/transformers';
import { ServiceError } from '../errors.ts';
import type { ModelDirectory } from './models/directory.ts';
import { learnPairTemplate, type PairTemplate } from './pair-template.ts';
import { boundedCache, idReader, type Vocabulary } from './tokenized-text.ts';
import type { TextPlace, TokenizedText } from './types.ts';

// The library can download from a hub; this product never does.
env.allowRemoteModels = false;
env.useBrowserCache = false;
env.useFSCache = false;

export interface Tokenizer {
  readonly template: PairTemplate;
  tokenize(text: string, place?: TextPlace): TokenizedText;
}

/** Sentences whose ids are cached, so that a source is tokenized once for several requests. About two kilobytes each. */
const MAX_CACHED_TEXTS = 10_000;
const PROBE = 'the probe';

/** A tokenizer from the model's own files, already read and checked. Throws `invalid_model` when they are not valid. */
export function createTokenizer(model: TokenizerFiles): Tokenizer {
  try {
    const inner = new PreTrainedTokenizer(model.tokenizerJson, model.tokenizerConfig);
    // Without this the library omits the types of a pair's second text for some model types.
    inner.return_token_type_ids = true;
    const encode = (text: string): number[] => inner.encode(text, { add_special_tokens: false });
    const template = learnPairTemplate({
      encode,
      encodePair: (premise, hypothesis) => {
        const pair = encodePair(inner, premise, hypothesis);
        return model.oneType ? { ids: pair.ids, types: undefined } : pair;
      },
    });
    const spaceMatters = encode(` ${PROBE}`).join() !== encode(PROBE).join();
    const vocabulary = vocabularyOf(inner, model.tokenizerJson, template);
    const toText = idReader({ ...vocabulary, harmless: encode('?')[0] ?? 0 });
    assertReadsWords(toText(encode(PROBE)));
    const known = boundedCache<TokenizedText>(MAX_CACHED_TEXTS);
    const tokenize = (text: string, place: TextPlace = 'start') => {
      const asRead = place === 'continuation' && spaceMatters ? ` ${text}` : text;
      const remembered = known.get(asRead);
      if (remembered) return remembered;
      const tokens = toText(encode(asRead));
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

/** A slice of a string keeps the whole string in memory; a copy does not. */
function ownCopy(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}

/** With a vocabulary that does not fit its tokenizer every word is unknown: all texts would look alike. */
function assertReadsWords({ ids, unknownTokens }: TokenizedText): void {
  if (unknownTokens === ids.length) throw new Error(`expected known tokens for "${PROBE}", got only unknown ones`);
}

function encodePair(inner: PreTrainedTokenizer, premise: string, hypothesis: string) {
  const encoded = inner(premise, { text_pair: hypothesis, return_tensor: false }) as {
    input_ids: number[];
    token_type_ids?: number[];
  };
  return { ids: encoded.input_ids, types: encoded.token_type_ids };
}

/** The library's fields come from tokenizer_config.json, which may be incomplete; tokenizer.json has the real unknown token. */
function vocabularyOf(inner: PreTrainedTokenizer, json: object, template: PairTemplate): Omit<Vocabulary, 'harmless'> {
  const { unk_id, unk_token, vocab } = (json as { model: UnknownToken }).model;
  const emitted = unk_id ?? (unk_token == null ? undefined : vocab?.[unk_token]);
  return {
    template,
    special: [...inner.all_special_ids, inner.pad_token_id, inner.mask_token_id],
    unknown: [emitted, inner.unk_token_id],
  };
}

/** How the models of tokenizer.json name their unknown token: Unigram by id, the others by its text. */
interface UnknownToken {
  readonly unk_id?: number | null;
  readonly unk_token?: string | null;
  readonly vocab?: Readonly<Record<string, number>>;
}
