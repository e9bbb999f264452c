import { type Token, wordKey } from '../../../text/index.ts';

/** The key of a content word, a number as it is, or '' for all else. */
export function contentKey({ lemma, type, text }: Token): string {
  return lemma !== '' ? wordKey(lemma) : type === 'number' ? text : '';
}

export function contentKeys(tokens: readonly Token[]): string[] {
  return tokens.map(contentKey).filter((key) => key !== '');
}
