import type { Token } from '../../../text/index.ts';
import { words } from '../lexicon/phrases.ts';
import { slotKey } from '../lexicon/synonyms.ts';

/** What is counted, and where its words end. */
export interface CountedNouns {
  /** By slot (lexicon/synonyms.ts). */
  readonly nouns: readonly string[];
  /** One past the last token of them. */
  readonly end: number;
  /** One of them is a plural, so something is counted: "516 million dollars", but not "516 million worldwide". */
  readonly plural: boolean;
}

const MAX_NOUNS = 4;
/** Words that may stand between a number and what it counts. */
const TRANSPARENT = words('of the all its their his her these those our - total or more less');
const ENDS_AFTER_NOUN = words('and or but , ; : ( )');
const IRREGULAR_PLURALS = words('people men women children');
/** Clause and counted noun lie no further apart than this. */
const REACH = 3;

/** Whether a lower-case word looks like a plural: "members", "people", but not "bus", "series" or "class". */
export function isPlural(word: string): boolean {
  return /[^sui]s$/.test(word) || IRREGULAR_PLURALS.has(word);
}

/** The content words right after a number: what it counts, with their modifiers. */
export function countedNouns(tokens: readonly Token[], at: number): CountedNouns {
  const nouns: string[] = [];
  let plural = false;
  let end = at;
  for (let i = at; i < tokens.length && nouns.length < MAX_NOUNS; i++) {
    const token = tokens[i]!;
    if (token.lemma !== '') {
      nouns.push(slotKey(token.lemma));
      plural ||= isPlural(token.lower);
      end = i + 1;
    } else if (!TRANSPARENT.has(token.lower) || (ENDS_AFTER_NOUN.has(token.lower) && nouns.length > 0)) break;
  }
  return { nouns, end, plural };
}

/** "Uzbekistan 4 deaths" counts; "Fallout 76 received reviews" does not: a plural comes at once or after modifiers. */
export function countsSomething(tokens: readonly Token[], at: number): boolean {
  for (let i = at; i < at + REACH; i++) {
    const token = tokens[i];
    if (token === undefined || token.lemma === '' || !/^\p{Ll}/u.test(token.text)) return false;
    if (isPlural(token.lower) || /^(?:percent|million|billion|thousand)$/.test(token.lower)) return true;
    if (/(?:ed|was|had)$/.test(token.lower)) return false;
  }
  return false;
}
