import { stem } from './stem.ts';

/** Pairs of opposite families, one form of each word; a word may stand in several pairs. */
const PAIRS = `
increas rise rose risen grow grew grown gain climb surg rais rais higher upward expand improv | decreas fall fell fallen declin drop reduc lower shrink shrank cut plung downward worsen los
more greater exceed outnumber | fewer less
before earlier prior preced | after later follow
above over | below under beneath
win victory defeat beat triumph champion | los lost loss loser
allow permit legal legaliz approv authoriz | ban prohibit illegal forbid forbidden outlaw reject
support favor favour endors | oppos against
accept agree | reject refus disagree deny
begin open launch enter | end finish clos stop exit
positiv favorabl favourabl | negativ unfavorabl unfavourabl
buy bought purchas acquir | sell sold
north northern | south southern
east eastern | west western
male man boy husband father son brother | female woman girl wife mother daughter sister
warm hot warmer warmest hottest heat | cool cold cooler colder coldest
largest biggest greatest | smallest tiniest least
highest | lowest
best | worst
longest | shortest
oldest | youngest newest
majority | minority
first | last final
success successful succeed succeeded | fail failur unsuccessful flop
guilty convict | innocent acquit
alive surviv | die dead
true correct accurat | false incorrect untru wrong inaccurat
safe harmless | dangerou harmful unsafe
strengthen strong stronger | weaken weak weaker
accelerat faster fast | slow slower decelerat
join | leav left quit
import | export
popular | unpopular
always | never
prais acclaim | criticiz criticis panned
living | extinct
dominant | recessiv
inhibit suppress block prevent | promot activat stimulat induc enhanc enabl
upregulat | downregulat
marri marry | divorc
`;

const OPPOSITES = new Map<string, Set<string>>();

function learn(words: readonly string[], others: readonly string[]): void {
  for (const word of words) {
    const known = OPPOSITES.get(word) ?? new Set<string>();
    for (const other of others) known.add(other);
    OPPOSITES.set(word, known);
  }
}

/** A side of a pair by the keys its words have in a text: content words by their stem, function words as written. */
function keysOf(side: string): string[] {
  return side
    .trim()
    .split(/\s+/)
    .flatMap((word) => [word, stem(word)]);
}

for (const line of PAIRS.trim().split('\n')) {
  const [left = [], right = []] = line.split('|').map(keysOf);
  learn(left, right);
  learn(right, left);
}

/** Keys of the opposites of a key: a content stem, or a function word as written. */
export function oppositesOf(key: string): ReadonlySet<string> | undefined {
  return OPPOSITES.get(key);
}
