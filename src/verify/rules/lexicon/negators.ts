import { EXCEPTIONS } from './exceptions.ts';
import { words } from './words.ts';

/** Words that deny what comes behind them; "n't" is read off the word itself. */
export const NEGATORS =
  words(`not never no none nobody nothing nowhere neither nor without cannot cant hardly scarcely barely
  denied denies deny denying refused refuses refuse refusing declined failed fails fail failing lacks lacked lack lacking
  prevented prevents prevent avoided avoids avoid incapable unable unlikely absent absence rejected rejects reject ruled`);

/** Of the negators, those that deny only with a second word. */
export const SECOND_WORDS: ReadonlyMap<string, string> = new Map([
  ['declined', 'to'],
  ['ruled', 'out'],
]);

/** Behind a negator these make a bound or a shade: "no more than", "not only", "not necessarily". */
export const NO_NEGATION_BEFORE =
  words(`more less fewer later earlier greater only just until exceeding least even quite
  necessarily`);

/** What a negation bears on ends here. */
export const SCOPE_ENDS = words(', ; : ( ) — – but although though however while whereas because and');

/** Words that deny without a negator, or say less than all: beside one of these a negation may say the same. */
export const OTHER_DENIALS: ReadonlySet<string> = new Set([
  ...EXCEPTIONS,
  ...words('exclude excludes excluded only too little few closed otherwise instead rather but if'),
]);
