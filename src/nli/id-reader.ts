import { type PairTemplate, specialIds } from './pair-template.ts';
import { tokenizedText } from './tokenized-text.ts';
import type { TokenizedText } from './types.ts';

/** What of a tokenizer decides which ids a caller's text may have. */
export interface Vocabulary {
  readonly template: PairTemplate;
  /** Ids of all tokens that are not text, the unknown token among them or not. */
  readonly special: readonly (number | undefined)[];
  /** Ids that stand for what the model cannot read. */
  readonly unknown: readonly (number | undefined)[];
  /** Stands in for a special token where no token is the unknown one. */
  readonly harmless: number;
}

/**
 * Turns raw ids into a text. Callers' text may spell a special token ("</s>"). Its id would end the premise early and
 * let a source write its own hypothesis, so it becomes the unknown token: seen, but meaningless.
 */
export function idReader(vocabulary: Vocabulary): (raw: readonly (number | undefined)[]) => TokenizedText {
  const structural = specialIds(vocabulary.template);
  // Some tokenizers name their separator as the unknown token too: it must not pass as harmless.
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
