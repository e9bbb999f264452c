import { byFirstWord, words } from './phrases.ts';

/** One group a line, lemmas: words that name the same slot of a fact, its first word the key. */
const GROUPS = `
birth bear birthday birthdate
die death dead kill fatality
sell sale
found create establish form
release premiere air
marry marriage
earn gross earning earnings
film movie
case infect infection
recover recovery
review critic reviewer
score rate rating
global globally world worldwide
employ employee staff employer worker
visitor guest attendee spectator
inhabitant resident population
pupil student
passenger traveller
person people
monday mon
tuesday tue tues
wednesday wed
thursday thu thur thurs
friday fri
saturday sat
sunday sun
maximum minimum`;

const KEYS = byFirstWord(GROUPS);

/**
 * The slot a lemma names: "a staff of 350" and "employs 350" give a number for the same thing. Only for finding which
 * fact answers which: these words do not mean the same, so neither words in common nor names nor negations are compared by it.
 */
export function slotKey(lemma: string): string {
  return KEYS.get(lemma) ?? lemma;
}

/** The slot of people in general. */
export const PEOPLE = 'person';

/** Events that a thing has once, by slot: another year or day contradicts them. Events that come again have others. */
export const SINGLE_EVENTS = words(`
  abandon abolish acquire adopt air approve arrest arrive assassinate become begin birth bomb break build bury buy
  cancel capture cease close collapse complete compose conclude construct convert crash create crown cut debut
  dedicate defect depart deport destroy develop devise die discover dissolve divorce drop edit elect embark emigrate
  enact end enlist enter erect establish execute expire fall film find finish first fly form found graduate
  immigrate inaugurate incorporate independence introduce invade invent join kill land launch leave lose marry merge
  move murder nationalise occur open originate pass patent premiere print privatise produce propose publish purchase
  ratify rebuild reform release rename replace resign retire return reveal settle shoot shut sign sink split start
  stop translate undergo unveil withdraw write
`);
