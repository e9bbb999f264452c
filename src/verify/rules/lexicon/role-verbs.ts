import { wordKey } from '../../../text/index.ts';
import { listed, words } from './phrases.ts';

/** Verbs that say the same with their parties exchanged. */
export const SYMMETRIC: ReadonlySet<string> = new Set(
  [
    ...words(
      'marry meet merge border resemble face join equal match touch adjoin cross intersect accompany divorce kiss partner cooperate collaborate correspond connect overlap date wed encounter befriend see know',
    ),
  ].map(wordKey),
);

/** Pairs of verbs for the two parties of one action: "lend" and "borrow ... from". */
const CONVERSES = listed(
  'lend borrow, give get, give receive, sell buy, pay receive, pay get, send receive, send get, teach learn',
);

export const CONVERSE_OF: ReadonlyMap<string, ReadonlySet<string>> = (() => {
  const found = new Map<string, Set<string>>();
  for (const pair of CONVERSES) {
    const [one = '', other = ''] = pair.split(' ').map(wordKey);
    for (const [from, to] of [[one, other] as const, [other, one] as const])
      found.set(from, (found.get(from) ?? new Set()).add(to));
  }
  return found;
})();
