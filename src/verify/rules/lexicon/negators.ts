import { TITLES } from '../../../text/index.ts';
import { words } from './phrases.ts';

/** Words that take something out of a statement or make it depend on something. */
export const EXCEPTIONS = words('except excepting exception excluding unless');
/** Words that let a statement hold of nothing else. */
export const ONLY = words('only solely exclusively');
export const ALL = words('all every each both always everyone everybody everything');
export const SOME = words('some most many several few half sometimes often part partly mostly');

/** Words that deny what comes after them; "n't" is read off the word itself. */
export const NEGATORS =
  words(`not never no none nobody nothing nowhere neither nor without cannot cant hardly scarcely barely
  denied denies deny denying refused refuses refuse refusing declined failed fails fail failing lacks lacked lack lacking
  prevented prevents prevent avoided avoids avoid incapable unable unlikely absent absence rejected rejects reject ruled`);

/** The negators that deny only with a second word. */
export const SECOND_WORDS: ReadonlyMap<string, string> = new Map([
  ['declined', 'to'],
  ['ruled', 'out'],
]);

/** Behind a negator these make a bound or a shade: "no more than", "not only", "not necessarily". */
export const NO_NEGATION_BEFORE =
  words(`more less fewer later earlier greater only just until exceeding least even quite
  necessarily`);

/** Words and marks at which the scope of a negation ends. */
export const SCOPE_ENDS = words(', ; : ( ) — – but although though however while whereas because and');

/** Words that deny without a negator, or say less than all: a negation with one of these may say the same. */
export const OTHER_DENIALS: ReadonlySet<string> = new Set([
  ...EXCEPTIONS,
  ...words(
    'exclude excludes excluded only plus extra separately too little few closed otherwise instead rather but if',
  ),
]);

/** Words that end no count: "350 of the", "20 or". */
export const NEVER_COUNTED = words('of the all its their his her these those our total or more less -');

/** Prepositions that tie a name to what is said: "in Lyon", "for Acme". Names with another tie play another part. */
export const TIES = words(`in at on for from of to by with under among near behind after before against between over
  than as like into through within without about above below during across along around via per versus`);
/** Words that may tie two names to each other: "directed by", "is". */
export const NAME_TIES = words('by in at from of for with to as on is was are were');
/** Nouns that the word before makes specific: "the stretching group", "the premium plan". */
export const KINDS_OF =
  words(`group arm cohort team class ward department division section branch office site plant region
  district category version edition model plan tier package league shift wing`);
export const DAYS = words('monday tuesday wednesday thursday friday saturday sunday');
/** Capitalised by rule, not because they name someone. */
export const NOT_NAMES: ReadonlySet<string> = new Set([...DAYS, ...words(`${TITLES} sir lady i english`)]);
/** Words that begin another clause. */
export const CLAUSE_WORDS = words('while whereas but although though however');
/** Words that set a phrase before its clause: "In 2014, the firm ...". */
export const PHRASE_OPENERS = words('in on at by during from since until for among of after before within under with');
