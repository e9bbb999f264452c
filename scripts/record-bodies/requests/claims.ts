import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../service.ts';
import { list, type Step } from '../step.ts';
import { filler, MARKDOWN, TABLE, text } from './texts.ts';

type Pair = readonly [name: string, claim: string, source: string];

const REPORT = text('report');
const COMPANY = `${REPORT} ${text('press')}`;

const PAIRS: readonly Pair[] = [
  ...named('numbers', REPORT, [
    'The plant employs 350 people.',
    'The plant employs 530 people.',
    'The plant employs three hundred and fifty people.',
    'The plant employs more than 300 people.',
    'The plant employs at most 300 people.',
    'Revenue rose by 5 percent.',
    'Revenue rose by 50 %.',
    'Revenue rose to $1.2 billion.',
    'Revenue rose to €1,200 million.',
    'Revenue fell by 5 % to $1,200 million.',
    'About 350 people work at the plant.',
    'Exactly 350.0 people work there.',
  ]),
  ...named('ranges', COMPANY, [
    '85 % of the valves are exported.',
    '95 % of the valves are exported.',
    'At least 80 % of the valves are exported.',
    'Between 60 % and 70 % of the valves are exported.',
    'Twelve workers left, and none was dismissed.',
    '12 workers were dismissed.',
  ]),
  ...named('dates', COMPANY, [
    'The Lyon plant opened in 2014.',
    'The Lyon plant opened in 2011.',
    'The year ended on March 31, 2021.',
    'The year ended on 31 May 2021.',
    'The year ended on 2021-03-31.',
    'A second hall may be built in 2027.',
    'A second hall was built in 2027.',
  ]),
  ...named('names', COMPANY, [
    'Ada Moss directs the plant.',
    'Carl Berg directs the plant.',
    'Moss directs the plant in Lyon.',
    'Most of the exported valves go to Norway and Chile.',
    'Most of the exported valves go to Sweden and Chile.',
    'Ollmer opened its Lyon plant in 2014.',
  ]),
  ...named('negation', COMPANY, [
    'Acme has sold its pump business.',
    "Acme hasn't sold its pump business.",
    'It is not true that Acme did not sell its pump business.',
    'The company will close the Lyon plant.',
    'The company denied that it would close the Lyon plant.',
    'Nobody was dismissed.',
    'Every worker was dismissed.',
    'All fishing boats land herring on Sundays.',
  ]),
  ...named('quotations', COMPANY, [
    'The union called the plan "an outrage for the whole town".',
    'The union called the plan "a blessing for the whole town".',
    'The union called the plan “an outrage for the whole town” and asked for talks.',
    "Dr. Ada Moss said: 'a second hall may be built in 2027'.",
    'The mayor called the plan "an outrage".',
  ]),
  ...named('several parts', COMPANY, [
    'Acme opened its Lyon plant in 2014. The plant employs 530 people. It makes valves.',
    'The plant employs 350 people and makes tyres.',
    'Hello! The plant makes valves. Does it make pumps? I hope this helps!',
    '1. The plant makes valves.\n2. It opened in 2014.\n3. It employs 350 people.',
    '- The plant makes valves.\n- The plant makes tyres.',
    '# Summary\n\nThe plant makes valves.\n\n## More\n\nIt employs 530 people.',
    'The plant makes valves; it opened in 2014, but it employs no one.',
  ]),
  ...named('nothing asserted', REPORT, [
    'Hello there!',
    'Thanks for asking.',
    'How many people does the plant employ?',
    'Did you know that the plant employs 530 people?',
    'The plant employs 350 people, right?',
    'Here is the summary:',
    '...',
    '🙂🙂🙂',
    '# Heading',
    '|---|---|',
    '**',
    '```\n```',
    'I hope this helps! Let me know if you have any questions.',
  ]),
  ...named('Markdown', MARKDOWN, [
    'The Lyon plant employs 350 people.',
    'The **Lyon** plant employs **999** people.',
    'The pump holds 12 litres.',
    'The pump holds 90 litres.',
    'Revenue reached __67__ _million_ euros.',
    'Revenue reached 999 million euros.',
    'It weighs 6.2 kg.',
    'See the [report](https://acme.example) for more.',
  ]),
  ...named('table', TABLE, [
    '| South | 980 | 35 |',
    'Sales in the South were 980.',
    'Sales in the South were 1,250.',
    'The West has no staff.',
    'The North has the highest sales.',
    TABLE.slice(0, 90),
  ]),
  ...named('other languages', REPORT, [
    'Das Werk in Lyon beschäftigt 350 Menschen und stellt Ventile her.',
    'L’usine de Lyon emploie 350 personnes et fabrique des vannes.',
    'La fábrica de Lyon emplea a 350 personas y fabrica válvulas.',
    'リヨン工場は350人を雇用しています。',
    'Завод в Лионе нанимает триста пятьдесят человек.',
    'يوظف المصنع في ليون 350 شخصا.',
    'The plant, "das Werk in Lyon", employs 350 people.',
  ]),
  ['a German claim on a German source', 'Das Werk hat 350 Leute.', 'Das Werk in Lyon hat 350 Leute und macht Ventile.'],
  ['a Japanese claim in its source', '東京は日本の首都です。', '東京は日本の首都です。大阪は西にあります。'],
  ...named('odd characters', 'The ﬁne café of Zürich has 12 tables. 😀 It is “open”… every day – even on Sundays.', [
    'The fine café of Zürich has 12 tables.',
    'The fine cafe\u0301 of Zu\u0308rich has 12 tables.',
    'The fine café of Zürich has １２ tables.',
    'It is "open"... every day - even on Sundays.',
    'The\u00a0fine\u2009café\u200b of Zürich\u00ad has 12 tables.',
    '\u202eThe fine café\u202c has 12 tables.',
    'It is open 😀 every day 👩‍👩‍👧.',
    'The fine café\u0000 has 12 tables.',
    '𝐓𝐡𝐞 𝐟𝐢𝐧𝐞 𝐜𝐚𝐟é has 12 tables.',
    'The fine café\r\n\r\nhas 12\ttables.\u2028It is open.',
    'The fine caf&eacute; has 12 &lt;b&gt;tables&lt;/b&gt;.',
    '<b>The fine café</b> has<br/>12 tables.',
  ]),
  ...named('abbreviations', 'Dr. Ito of the U.S. team, e.g. in No. 5, measured 3.14 m at 3 p.m. on Jan. 4.', [
    'Dr. Ito of the U.S. team measured 3.14 m.',
    'Dr. Ito measured 3.41 m at 3 p.m. in No. 5.',
    'Dr. Ito measured 314 cm at 15:00.',
  ]),
  ['off topic', 'The opera house seats 1,150 people.', text('trial')],
  ['another unit', 'Patients received 40 g of relvatine once a day.', text('trial')],
  ['another owner', 'Blood pressure fell by 11 mmHg in the control group.', text('trial')],
  ['roles exchanged', 'Norvane Lines sold the ferry terminal to the town council.', text('harbour')],
  ['roles in the same words', 'The dog bit the man.', 'The man bit the dog.'],
  ['an exception', 'Fishing boats land herring at the old quay every morning.', text('harbour')],
  ['the source disagrees with itself', 'The plant employs 350 people.', `${REPORT} ${text('rival')}`],
  ['one letter', 'A', 'A'],
  ['no letters', '350', '350 350'],
  ['white space around', '  \n The plant makes valves. \t ', `\n\n  ${REPORT}  \n`],
  ['500 characters', filler(500), filler(2_000)],
  ['500 characters beyond the basic plane', '😀'.repeat(500), '😀 The plant makes valves.'],
  ['10,000 characters of source', 'Warehouse 100 of the company holds 1,700 crates.', filler(10_000)],
  ['10,000 characters, wrong number', 'Warehouse 100 of the company holds 7,100 crates.', filler(10_000)],
  ['one word of 500 characters', 'x'.repeat(500), 'x'.repeat(10_000)],
  [
    'one sentence without a stop',
    'It seats 1,150 people',
    `${filler(5_000).replaceAll('.', ' and')} it seats 1,150 people`,
  ],
  ['many lines', 'Line 40 is blue.', Array.from({ length: 300 }, (_, at) => `Line ${at} is red.`).join('\n')],
  ['many commas', 'a, b, c and d rose.', 'a, '.repeat(3_000)],
  ['many brackets', 'It rose [1].', `${'['.repeat(4_000)}It rose.${']'.repeat(4_000)}`],
];

function named(name: string, from: string, claims: readonly string[]): Pair[] {
  return claims.map((claim, at) => [`${name} ${at + 1}`, claim, from]);
}

const asked = (name: string, path: string, claim: string, from: string): Step => ({
  name,
  path,
  body: { claim, grounding_source: from },
});

const rows = <Row>(path: string) =>
  readFileSync(join(ROOT, path), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);

interface Labelled {
  readonly id: string;
  readonly claim: string;
  readonly grounding_source: string;
}
interface Contrast {
  readonly id: string;
  readonly grounding_source: string;
  readonly pairs: readonly { readonly twin: string; readonly altered: string }[];
}

export const CLAIMS = list(
  'verify',
  'key',
  PAIRS.map(([name, claim, from]) => asked(name, '/v1/verify?detail=full', claim, from)),
);

/** The labelled rows of our own, of every kind of claim. */
export const LABELLED = list(
  'verify labelled',
  'key',
  rows<Labelled>('test/regression/claims.jsonl').map(({ id, claim, grounding_source }) =>
    asked(id, '/v1/verify?detail=full', claim, grounding_source),
  ),
);

/** All claims about one source in one request. */
export const BATCHES = list(
  'batch',
  'key',
  rows<Contrast>('scripts/contrast/contrast.jsonl').map(({ id, grounding_source, pairs }) => ({
    name: id,
    path: '/v1/verify/batch',
    body: { claims: pairs.flatMap(({ twin, altered }) => [twin, altered]), grounding_source },
  })),
);

export const WITHOUT_DETAIL = list(
  'verify without detail',
  'key',
  PAIRS.filter((_, at) => at % 8 === 0).map(([name, claim, from]) => asked(name, '/v1/verify', claim, from)),
);

export const MATRICES = list(
  'matrix',
  'key',
  PAIRS.filter((_, at) => at % 6 === 1).map(([name, claim, from]) => asked(name, '/v1/matrix', claim, from)),
);
