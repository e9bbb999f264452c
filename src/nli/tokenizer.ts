import { Tokenizer as TokenizerOfFiles } from '@huggingface/tokenizers';
import { LRUCache } from 'lru-cache';
import { ServiceError } from '../contract/errors.ts';
import type { ModelDirectory } from './models/directory.ts';
import { learnPairTemplate, type PairTemplate, specialIds } from './pair-template.ts';
import type { Pair, TextPlace, TokenizedText } from './types.ts';

/** Ids with their key: two UTF-16 units per id, so that ids over 65,535 stay distinct. @internal */
export function tokenizedText(ids: Int32Array, unknownTokens: number): TokenizedText {
  const key = Buffer.from(ids.buffer, ids.byteOffset, ids.byteLength).toString('utf16le');
  return { ids, unknownTokens, key };
}

/** Concatenates texts: the first was tokenized as a start, the others as continuations. */
export function joinTokens(parts: readonly TokenizedText[]): TokenizedText {
  const ids = new Int32Array(parts.reduce((sum, part) => sum + part.ids.length, 0));
  let at = 0;
  for (const part of parts) {
    ids.set(part.ids, at);
    at += part.ids.length;
  }
  const unknownTokens = parts.reduce((sum, part) => sum + part.unknownTokens, 0);
  return { ids, unknownTokens, key: parts.map((part) => part.key).join('') };
}

/**
 * Equal for two pairs exactly when their token ids are equal: the premise's length shows where its key ends. It contains
 * the ids themselves, because a hash collision would give a verdict about another text.
 */
export function pairKey({ premise, hypothesis }: Pair): string {
  return `${premise.ids.length}:${premise.key}${hypothesis.key}`;
}

/** The tokens of a tokenizer that decide which ids a client's text may contain. */
interface Vocabulary {
  readonly template: PairTemplate;
  /** Ids of all special tokens, with or without the unknown token. */
  readonly special: readonly (number | undefined)[];
  readonly unknown: readonly (number | undefined)[];
  /** Replaces a special token when the vocabulary has no unknown token. */
  readonly harmless: number;
}

/**
 * Turns raw ids into a tokenized text. A client's text may spell a special token ("</s>"). Its id would end the premise
 * early and let a source inject its own hypothesis, so it is replaced by the unknown token.
 */
export function idReader(vocabulary: Vocabulary): (raw: readonly (number | undefined)[]) => TokenizedText {
  const structural = specialIds(vocabulary.template);
  // Some tokenizers use their separator as the unknown token too: it must not count as harmless.
  const unknown = new Set(vocabulary.unknown.filter((id) => id !== undefined && !structural.has(id)));
  const special = new Set([...vocabulary.special, ...structural].filter((id) => !unknown.has(id)));
  const [replacement = vocabulary.harmless] = unknown;
  return (raw) => {
    let unknownTokens = 0;
    const ids = Int32Array.from(raw, (id) => {
      // A token outside the vocabulary has no id at all where the tokenizer has no unknown token.
      const readable = id !== undefined && !special.has(id) && !unknown.has(id);
      if (readable) return id;
      unknownTokens++;
      return replacement;
    });
    return tokenizedText(ids, unknownTokens);
  };
}

/** Mean length of a key in UTF-16 units; with longer keys the cache holds fewer entries. */
const MEAN_KEY_UNITS = 256;

/** Least-recently-used cache, bounded in entries and in the total length of its keys. */
export type BoundedCache<Value extends object> = Pick<LRUCache<string, Value>, 'get' | 'set'>;

/** @param maxEntries maximum number of values; 0 disables the cache. */
export function boundedCache<Value extends object>(maxEntries: number): BoundedCache<Value> {
  return new LRUCache<string, Value>({
    // The library refuses bounds of 0; as every entry is larger than 1, a size of 1 keeps none.
    max: Math.max(maxEntries, 1),
    maxSize: Math.max(maxEntries * MEAN_KEY_UNITS, 1),
    sizeCalculation: (_value, key) => key.length + 2,
  });
}

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
    const inner = new TokenizerOfFiles(model.tokenizerJson, model.tokenizerConfig);
    const encode = (text: string): number[] => inner.encode(text, { add_special_tokens: false }).ids;
    const template = learnPairTemplate({
      encode,
      encodePair: (premise, hypothesis) => {
        const pair = inner.encode(premise, { text_pair: hypothesis, return_token_type_ids: true });
        return { ids: pair.ids, types: model.oneType ? undefined : pair.token_type_ids };
      },
    });
    const spaceMatters = encode(` ${PROBE}`).join() !== encode(PROBE).join();
    const vocabulary = vocabularyOf(inner, model, template);
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

/** tokenizer_config.json may be incomplete; tokenizer.json has the real unknown token. */
function vocabularyOf(
  inner: TokenizerOfFiles,
  { tokenizerJson, tokenizerConfig }: TokenizerFiles,
  template: PairTemplate,
): Omit<Vocabulary, 'harmless'> {
  const { unk_id, unk_token, vocab } = (tokenizerJson as { model: UnknownToken }).model;
  const emitted = unk_id ?? (unk_token == null ? undefined : vocab?.[unk_token]);
  const config: TokenizerConfig = tokenizerConfig;
  const idOf = (token: ConfiguredToken) => {
    const content = typeof token === 'object' ? token?.content : token;
    return content === undefined ? undefined : inner.token_to_id(content);
  };
  const added = [...inner.get_added_tokens_decoder().values()];
  return {
    template,
    special: [
      ...added.filter(({ special }) => special).map(({ id }) => id),
      idOf(config.pad_token || config.eos_token),
      idOf(config.mask_token),
    ],
    unknown: [emitted, idOf(config.unk_token)],
  };
}

/** A special token in tokenizer_config.json: its text, or an object with it. */
type ConfiguredToken = string | { readonly content: string } | null | undefined;
type TokenizerConfig = { readonly [name in 'pad_token' | 'eos_token' | 'mask_token' | 'unk_token']?: ConfiguredToken };

/** How the models of tokenizer.json name their unknown token: Unigram by id, the others by its text. */
interface UnknownToken {
  readonly unk_id?: number | null;
  readonly unk_token?: string | null;
  readonly vocab?: Readonly<Record<string, number>>;
}
