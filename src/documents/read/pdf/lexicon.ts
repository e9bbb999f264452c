/** Words that what they belong to follows: prepositions, conjunctions, articles and auxiliary verbs. */
export const BEFORE_MORE = new Set(
  `a aboard about above across after against albeit along alongside although am amid among amongst an and another any are around as
  astride at atop be because been before behind being below beneath beside besides between beyond but by can circa could despite
  did do does down during either every except for from had has have if in inside into is lest like may might minus must near
  nearer neither no nor not notwithstanding of off on onto or ought out outside over per plus shall should since some than that
  the these this those though through throughout till to toward towards under underneath unless unlike until unto up upon versus
  via was were whatever whereas whether whichever while will with within without would`.split(/\s+/),
);
