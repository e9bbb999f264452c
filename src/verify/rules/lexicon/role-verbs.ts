import { wordKey } from '../../../text/index.ts';
import { bothWays, words } from './phrases.ts';

/** Verbs that say the same with their parties exchanged. */
export const SYMMETRIC: ReadonlySet<string> = new Set(
  [
    ...words(
      'marry meet merge border resemble face join equal match touch adjoin cross intersect accompany divorce kiss partner cooperate collaborate correspond connect overlap date wed encounter befriend see know talk speak chat play draw tie compete fight race hug embrace argue quarrel debate negotiate trade',
    ),
  ].map(wordKey),
);

/** Verbs for the two parties of one action: "lend" and "borrow ... from". */
export const CONVERSE_OF = bothWays(
  `
  lend borrow, give get, give receive, sell buy, pay receive, pay get, send receive, send get, teach learn
  supply get, supply receive, supply buy, provide get, provide receive`,
  wordKey,
);

/** Verbs that the lexicon has as nouns. */
export const ROLE_VERBS = words('rent report supply visit follow guide host head coach employ help support trust lead');
