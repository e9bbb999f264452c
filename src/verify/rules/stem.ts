/** Irregular forms and near-synonyms that decide which slot a number or date stands in. */
const FORMS = new Map(
  Object.entries({
    born: 'birth',
    birthday: 'birth',
    died: 'die',
    dies: 'die',
    dying: 'die',
    death: 'die',
    deaths: 'die',
    dead: 'die',
    killed: 'die',
    fatalities: 'die',
    men: 'man',
    women: 'woman',
    children: 'child',
    people: 'person',
    persons: 'person',
    won: 'win',
    wins: 'win',
    winning: 'win',
    sold: 'sell',
    selling: 'sell',
    sales: 'sell',
    built: 'build',
    building: 'build',
    founded: 'establish',
    founding: 'establish',
    established: 'establish',
    formed: 'establish',
    created: 'establish',
    released: 'release',
    release: 'release',
    premiered: 'release',
    published: 'publish',
    married: 'marry',
    marriage: 'marry',
    grossed: 'earn',
    gross: 'earn',
    grossing: 'earn',
    earned: 'earn',
    earnings: 'earn',
    earning: 'earn',
    movie: 'film',
    movies: 'film',
    percent: '%',
    infected: 'case',
    infections: 'case',
    cases: 'case',
    recovered: 'recover',
    recoveries: 'recover',
    began: 'begin',
    begun: 'begin',
    started: 'begin',
    starting: 'begin',
    start: 'begin',
    starts: 'begin',
    critics: 'review',
    reviewers: 'review',
    reviews: 'review',
    rating: 'score',
    rated: 'score',
    ratings: 'score',
    scored: 'score',
    scores: 'score',
    worldwide: 'global',
    globally: 'global',
    world: 'global',
    employees: 'employ',
    staff: 'employ',
    workers: 'work',
  }),
);

const VOWEL = /[aeiouy]/;

function strip(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  if (word.endsWith('s') && !/(?:ss|us|is)$/.test(word)) return word.slice(0, -1);
  if (word.endsWith('ied') && word.length > 4) return `${word.slice(0, -3)}y`;
  const suffix = /(?:ing|ed)$/.exec(word)?.[0] ?? '';
  const base = word.slice(0, word.length - suffix.length);
  if (suffix === '' || base.length < 3 || !VOWEL.test(base)) return word;
  return /([bdgmnprt])\1$/.test(base) ? base.slice(0, -1) : base;
}

/**
 * One key per word family: plural, past and -ing forms fall together. Light on purpose, since a wrong
 * meeting of two words costs more here than a missed one. `word` is lower case.
 */
export function stem(word: string): string {
  const form = FORMS.get(word);
  if (form !== undefined) return form;
  if (word.length < 4) return word;
  const base = strip(word);
  return base.length > 3 && base.endsWith('e') ? base.slice(0, -1) : base;
}
