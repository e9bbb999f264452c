import { TITLES } from '../../../text/index.ts';
import { words } from './phrases.ts';

/** Prepositions that tie a name to what is said: "in Lyon", "for Acme". Names with another tie play another part. */
export const TIES = words(`in at on for from of to by with under among near behind after before against between over
  than as like into through within without about above below during across along around via per versus`);
/** What may tie two names to each other: "directed by", "is". */
export const NAME_TIES = words('by in at from of for with to as on is was are were');
/** What is told apart by the word before it: "the stretching group", "the premium plan". */
export const KINDS_OF =
  words(`group arm cohort team class ward department division section branch office site plant region
  district category version edition model plan tier package league shift wing`);
const DAYS = words('monday tuesday wednesday thursday friday saturday sunday');
/** Days and parts of the week that a value may hold on. */
export const WEEKDAYS: ReadonlySet<string> = new Set(
  [...DAYS, 'weekday', 'weekend'].flatMap((day) => [day, `${day}s`]),
);
/** Capitalised by rule, not because they name someone. */
export const NOT_NAMES: ReadonlySet<string> = new Set([...DAYS, ...words(`${TITLES} sir lady i english`)]);
/** What begins another clause. */
export const CLAUSE_WORDS = words('while whereas but although though however');
/** What sets a phrase before its clause: "In 2014, the firm ...". */
export const PHRASE_OPENERS = words('in on at by during from since until for among of after before within under with');
