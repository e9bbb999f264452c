/** One family per line, its key first: irregular forms, and near-synonyms that decide which slot a number stands in. */
const FAMILIES = `
birth born birthday birthdate
die died dies dying death deaths dead killed kill kills fatalities
man men
woman women
child children
person people persons
win won wins winning winner
sell sold selling sells sales
build built building builds
establish founded founding established formed creat created create
release released releases premiered premiere aired
marry married marriage marries
earn grossed gross grossing earned earnings earning grosses earns
film movie movies films
case cases infected infections infection
recover recovered recoveries recovery
begin began begun started starting start starts begins
review critics reviewers reviews reviewer
score rating rated ratings scored scores
global worldwide globally world
employ employees staff employs employed employing employee employer
pay paid pays paying
say said says saying
make made makes making
take took taken takes taking
give gave given gives giving
get got gotten gets getting
go went gone goes going
come came comes coming
become became becomes
see saw seen sees seeing
know knew known knows
find found finds finding
think thought thinks
tell told tells
leave left leaves leaving
keep kept keeps
hold held holds holding
write wrote written writes writing writer
run ran runs running
rise rose risen rises rising
fall fell fallen falls falling
grow grew grown grows growing
lose lost loses losing
beat beats beaten
buy bought buys buying
bring brought brings
send sent sends
spend spent spends
meet met meets meeting
lead led leads leading
speak spoke spoken speaks
break broke broken breaks
choose chose chosen chooses
drive drove driven drives
fly flew flown flies
sing sang sung sings singing
draw drew drawn draws
show showed shown shows showing
steal stole stolen
teach taught teaches teaching
catch caught catches
fight fought fights fighting
bear bore borne
shrink shrank shrunk
sink sank sunk
swim swam swum
wear wore worn
throw threw thrown throws
eat ate eaten eats
feel felt feels
mean meant means
live lived lives living
use used uses using`;

const FORMS = new Map(
  FAMILIES.trim()
    .split('\n')
    .flatMap((line) => {
      const [key = '', ...forms] = line.split(' ');
      return [key, ...forms].map((form) => [form, key] as const);
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
