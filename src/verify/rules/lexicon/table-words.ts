import { wordKey } from '../../../text/index.ts';
import { ONES, TENS } from './number-words.ts';
import { byFirstWord, words } from './phrases.ts';

/** One group a line: words of a claim and of column names that are about the same quantity, its first word the key. */
const QUANTITIES = `
growth grow grew grown increase increased rise rose risen change decline declined decrease decreased fall fell fallen drop dropped shrink shrank expand expanded
weight weigh heavy light
height tall high
length long
width wide
depth deep
age old
price cost costs priced expensive cheap fee charge tariff
revenue turnover sales
employee employees employ employed staff headcount worker workers
population inhabitants inhabitant residents resident people
customer customers client clients
duration last lasts lasted
profit earnings
share percentage proportion
launch launched release released introduced
founded founding established
lend lent loan loans
give gave given donate donated donation donations
spend spent spending expenditure expenditures
produce produced production
sell sold sale
invest invested investment investments
emit emitted emission emissions
consume consumed consumption
die died death deaths fatality fatalities
born birth births
attend attended attendance
subscribe subscribed subscription subscriptions
enrolment enrollment enrolled students student
visitor visitors visits
speed fast
score scored points
capacity holds seats
battery runtime
planned plan budget budgeted
mean average avg
jan january
feb february
mar march
apr april
jun june
jul july
aug august
sep sept september
oct october
nov november
dec december`;

const KEYS = byFirstWord(QUANTITIES, wordKey);

/** The key of a word as claims and tables are compared: "grew" and "Growth" have one. */
export function quantityKey(word: string): string {
  const plain = word.replace(/^fy(?=(?:19|20)\d\d$)/, '').replace(/(?<=\d)-|-(?=\d)/g, '');
  const number = ONES.get(plain) ?? TENS.get(plain);
  if (number !== undefined) return String(number);
  const key = wordKey(plain);
  return KEYS.get(key) ?? key;
}

export const GROWTH = quantityKey('growth');

/** Words of a claim that say upwards or downwards. */
export const UPWARDS = words(
  'grew grow grown growing growth increased increase increases rose rise risen rising gained gain up climbed climb expanded expand improved improve higher jumped surged added doubled tripled quadrupled',
);
export const DOWNWARDS = words(
  'declined decline declines fell fall fallen falling dropped drop decreased decrease decreases shrank shrink shrunk lost down reduced reduce cut contracted slipped halved lower negative minus loss',
);

/** Verbs and nouns of a claim about a table that say nothing beyond row, column and value. */
export const SAYS_NOTHING: ReadonlySet<string> = new Set(
  `record report post reach amount stand generate achieve register come make see show list table figure figures number
  fiscal value total data row column entry according source year quarter month period count level rate amounted stood equal
  measure result results give given state use used contribute account company firm business organisation organization group
  end begin list people respondent kind sort type entry game match offer contain include cover common frequent numerous
  available plan option`
    .split(/\s+/)
    .map(quantityKey),
);

/** Whose table it is: a claim names it where the table does not. */
export const OWNERS = words(
  'bank hospital country city town school university shop store club team department ministry council agency authority patient site ratio cost costs pay pays',
);

/** Before a number of periods these say of which times: "in the four months". */
export const DURING = words('in over across during within');

/** Which end of a column a word stands for, and the quantity that it names by itself. */
export interface ExtremeWord {
  readonly end: 'most' | 'least';
  readonly quantity?: string;
}

function extremes(most: string, least: string): ReadonlyMap<string, ExtremeWord> {
  const read = (list: string, end: ExtremeWord['end']) =>
    list.split(/\s+/).map((entry) => {
      const [word = '', quantity] = entry.split(':');
      return [word, quantity === undefined ? { end } : { end, quantity: quantityKey(quantity) }] as const;
    });
  return new Map([...read(most, 'most'), ...read(least, 'least')]);
}

/** Adjectives that order values, with the quantity that they are about; both degrees are made from them. */
const ADJECTIVES = extremes(
  'high large big great long:length heavy:weight tall:height old:age fast quick hot warm loud:noise strong rich busy wet pricey:price sharp steep wide:width deep:depth thick:thickness far:distance bright full',
  'low small short:length light:weight young:age slow cold cool quiet:noise weak poor dry rare cheap:price narrow:width shallow:depth thin:thickness near:distance close:distance few empty',
);
const DOUBLED = /(?<=[^aeiou][aeiou])[bdgmnpt]$/;

/** "Bigger", "busier", "wider" by "er"; the same by "est". */
function degree(ending: 'er' | 'est'): readonly (readonly [string, ExtremeWord])[] {
  return [...ADJECTIVES].map(([word, meant]) => {
    const stem = word.replace(DOUBLED, '$&$&').replace(/e?y$/, 'i').replace(/e$/, '');
    return [(word === 'far' ? 'farth' : stem) + ending, meant];
  });
}

/** "As much as", "as high as" */
export const POSITIVES: ReadonlyMap<string, ExtremeWord> = new Map([...ADJECTIVES, ...extremes('much many', 'little')]);
export const SUPERLATIVES: ReadonlyMap<string, ExtremeWord> = new Map([
  ...degree('est'),
  ...extremes('most maximum best latest newest peaked furthest:distance', 'least minimum worst earliest'),
]);
export const COMPARATIVES: ReadonlyMap<string, ExtremeWord> = new Map([
  ...degree('er'),
  ...extremes('more better exceeded exceeds exceed outperformed outsold surpassed', 'less worse'),
]);

export const AVERAGE = words('average mean averaged');

/** With these a claim works something out: what does not read one of them leaves the claim alone. */
const WORKED_OUT = words(
  `difference differences gap share shares portion proportion percentage percent points times twice double doubled half halved third quarter ratio
  average mean median total totals together combined altogether overall sum jointly additional extra further remaining left rest
  other others another both all every each most many few several majority minority ranked rank same equal twice than between
  first second fourth fifth last previous prior earlier later only sole alone no none neither compared versus relative`,
);

/** True if a word asks for more than looking a value up. */
export function isOperator(word: string): boolean {
  return (
    WORKED_OUT.has(word) || UPWARDS.has(word) || DOWNWARDS.has(word) || SUPERLATIVES.has(word) || COMPARATIVES.has(word)
  );
}

/** With these a claim says something that a lookup of cells does not settle. */
export const BLOCKING = words(
  `now still already again currently formerly if except excluding without unless until before after since despite not no never none neither nor only or cannot
  may might could would should will shall if whether because due plan plans planned expected expects forecast forecasts
  target estimate estimated projected probably likely perhaps possibly allegedly reportedly almost nearly`,
);

/** Rows that sum up others. */
export const TOTAL_LABEL = /^(?:(?:grand|sub|overall|group)[\s-]?)?(?:total|sum|overall|all|combined)\b|\btotal$/i;
export const AVERAGE_LABEL = /^(?:average|mean|median|avg)\b|\baverage$/i;
