import type { TokenizedText } from './nli-interface.ts';
import { type PairTemplate, specialIds } from './pair-template.ts';
import { tokenizedText } from './tokenized-text.ts';

/** The tokens of a tokenizer that decide which ids a client's text may contain. */
export interface Vocabulary {
  readonly template: PairTemplate;
  /** Ids of all special tokens, with or without the unknown token. */
  readonly special: readonly (number | undefined)[];
  /** Ids of unknown tokens. */
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
