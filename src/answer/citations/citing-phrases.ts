const STATED = '(?:reported|stated|noted|shown|seen|described|mentioned|explained|written|cited|discussed|confirmed)';
const SAYS = '(?:says|states|notes|reports|shows|explains|describes|mentions|confirms)';

/** What leads to the mark of a citation and says nothing without it: "According to [1], it rose." */
const LEADING = new RegExp(
  `^(?:according to|based on|per|from|in|as (?:${STATED} (?:in|by)|in|per)|as ${SAYS})(?: and)* ?, +(?=\\S)`,
  'iu',
);
/** The same behind a statement: "It rose, as reported in [1].", "It rose (see [1])." */
const TRAILING = new RegExp(
  `(?:,? (?:according to|as (?:${STATED} (?:in|by)|per))(?: and)*| \\((?:see|see also|cf\\.?)(?: and)* ?\\))(?= ?[.!?]*$)`,
  'iu',
);

/** A sentence whose citations were cut, for the models: without the words that only lead to them. */
export function withoutCitingPhrase(sentence: string): string {
  const stated = sentence.replace(LEADING, '').replace(TRAILING, '');
  return stated.replace(/^\p{Ll}/u, (letter) => (stated === sentence ? letter : letter.toUpperCase()));
}
