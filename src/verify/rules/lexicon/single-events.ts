import { words } from './words.ts';

/**
 * What happens once to a thing, by slot (synonyms.ts): another year or day given for it contradicts the first. Of what
 * may happen again ("beat its benchmark in 2022" and "in 2023") another date is another matter.
 */
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
