import { list, type Step } from '../step.ts';
import { filler, MARKDOWN, source, TABLE, text } from './texts.ts';

type Fields = Readonly<Record<string, unknown>>;
type Sources = readonly Fields[];

const TWO: Sources = [source('report'), source('press')];
const NUMBERED: Sources = [source('1', 'report'), source('2', 'press'), source('3', 'rival')];
const CITED = { citations: 'brackets' };

const answer = (name: string, written: string, sources: Sources, fields: Fields = {}): Step => ({
  name,
  path: '/v1/verify/answer',
  body: { answer: written, sources, ...fields },
});

const each = (name: string, written: readonly string[], sources: Sources, fields: Fields = {}) =>
  written.map((one, at) => answer(`${name} ${at + 1}`, one, sources, fields));

const CITING = each(
  'cited',
  [
    'Acme opened its Lyon plant in 2014 [1]. It employs 530 people [1]. Anything else?',
    'Acme opened its Lyon plant in 2014 [1][2]. The plant makes valves [1, 2]. No worker was dismissed ([2; 1]).',
    '[1] Acme opened its Lyon plant in 2014.\n[2] No worker was dismissed.',
    'Acme opened its Lyon plant in 2014 **[1]**, and the plant makes valves<sup>[1]</sup>.',
    'Acme opened its Lyon plant in 2014 [1](https://acme.example/report "the report").',
    'The plant employs 350 people [9]. It makes valves [1][9]. Revenue rose [sic] by 5 % [emphasis added].',
    'According to [1], the plant employs 350 people. It makes valves, as reported in [1]. It exports them (see [2]).',
    'The plant employs 350 people [2]. The plant employs 530 people [3]. Carl Berg directs the plant [1].',
    'Acme opened its Lyon plant in 2014, [1] and it employs 350 people [1] and makes valves [2].',
    '- The plant makes valves [1]\n- Twelve workers left [2]\n\n| What | How many |\n|---|---|\n| people | 350 [1] |',
    'No citation at all. The plant makes valves.',
    '![1] The plant makes valves. [1]: https://acme.example\n\nSources:\n[1] report\n[2] press',
    'The plant makes valves [1] [2] , [3] and [1]. It employs 350 people.[1]',
  ],
  NUMBERED,
  CITED,
);

const ODD_IDS: readonly Step[] = [
  answer(
    'ids of words',
    'It makes valves [the report]. It rose [another report].',
    [source('the report', 'report')],
    CITED,
  ),
  answer(
    'ids with shapes',
    'It makes valves [doc-1#p.3]. It sold [doc-2#p.9].',
    [source('doc-1#p.3', 'report')],
    CITED,
  ),
  answer('ids of letters', 'It makes valves [a]. Nobody left [b]. Twelve left [c].', [source('a', 'report')], CITED),
  answer(
    'ids with brackets',
    'It makes valves [a[1]]. It rose [[2]].',
    [source('a[1]', 'report'), source('[2]', 'press')],
    CITED,
  ),
  answer('ids beyond the basic plane', 'It makes valves [😀].', [source('😀', 'report')], CITED),
  answer(
    'an id of 200 characters',
    `It makes valves [${'i'.repeat(200)}].`,
    [source('i'.repeat(200), 'report')],
    CITED,
  ),
];

/** "😀 It makes valves. Née in Lyon." cites its first sentence by a span, in each unit. */
const SPANNED = (
  [
    ['utf16', 3, 19],
    ['code_point', 2, 18],
    ['utf8', 5, 21],
  ] as const
).map(([offsets, start, end]) =>
  answer(`spans in ${offsets}`, '😀 It makes valves. Née in Lyon, it employs 350 people.', TWO, {
    citations: [
      { start, end, source_ids: ['report', 'nowhere'] },
      { start: end, end: end + 5, source_ids: ['press'] },
    ],
    offsets,
  }),
);

const QUOTING = each(
  'quoted',
  [
    'The union called the plan "an outrage for the whole town" [2].',
    'The union called the plan “an outrage for the entire town” [2].',
    'The union called the plan "an outrage for the whole town" [1].',
    'The report says: "Acme opened its Lyon plant in 2014 and makes valves for everyone" [1].',
    'The report says "Acme opened its Lyon plant ... makes valves" [1] and «Demand for pumps grew in 2014».',
    'The report says "[T]he plant employs 350 people [sic] and makes valves" [1].',
    'The mayor said "we will never surrender the harbour to anyone" [1]. A "so-called" plan.',
    "He wrote ‘The company denied that it would close the Lyon plant’ [2] and 'No worker was dismissed' [2].",
    'The report says "The plant employs 530 people and makes valves" [1]. „It has not sold its pump business“ [1].',
    '> "No worker was dismissed, although twelve left on their own." [2]\n\n"Open but never closed. The plant makes valves.',
    'The report says "The plant employs 350 people in the year to 31 March 2021" [1].',
    'They wrote "for the whole town ... Demand for pumps grew" [2].',
    'She said "he said ‘The plant employs 350 people and makes valves’ to the press" [1].',
  ],
  NUMBERED,
  CITED,
);

const TALKING = each(
  'talk',
  [
    'Hello! Based on the provided documents, here is a short summary:\n\nThe plant makes valves.\n\nI hope this helps!',
    "I'm sorry, but as an AI language model I cannot access real-time data. The plant employs 350 people.",
    'I could not find any information about the harbour. Would you like me to look for more?',
    '# The Lyon plant\n\n## How it works\n\nKey facts:\n\n1. The plant makes valves.\n2. It employs 350 people.\n\nSources: report, press',
    'Let me know if you have any questions. https://acme.example/report',
    'What does the plant make? It makes valves. Does it make pumps? No.',
    '**Note:** The plant was opened in 2014. **Offices in Europe:**\n- Lyon\n- Paris',
    '...\n\n---\n\n🙂',
    'Acme opened its Lyon plant in 2014. It employs 350 people. They make valves. The company denied that it would close it. Its revenue fell.',
    'The Lyon plant makes valves. This means that it is successful. However, some say otherwise.',
    'Das Werk in Lyon beschäftigt 350 Menschen und stellt Ventile her. The plant makes valves.',
    'The plant makes valves\nand it employs\n350 people.\n\nThe plant\u2028makes tyres.',
    MARKDOWN,
    TABLE,
  ],
  TWO,
);

/** A sentence for each way in which a rule tells it from its source. */
const DIFFERING = `The plant employs 530 people and makes valves. The harbour of Kelmouth was dredged in 1989.
Dr. Carl Berg, who directs the plant, said that a second hall may be built in 2027. It has sold its pump business.
Revenue fell by 5 % to $1,200 million. The dog bit the man. Not every shop is open. All shops are closed.
The company will close the Lyon plant. The town council bought the ferry terminal. The lighthouse is staffed.`;

const DECIDED: readonly Step[] = [
  ...['pass', 'review', 'fail'].map((uncertain) =>
    answer(`uncertain: ${uncertain}`, 'The plant makes valves. It won a prize in Oslo.', TWO, { uncertain }),
  ),
  ...[0, 0.5, 0.95, 1].map((min_confidence) =>
    answer(`min_confidence ${min_confidence}`, 'The plant makes valves. It employs 350 people.', TWO, {
      min_confidence,
    }),
  ),
  answer('all supported', 'Acme opened its Lyon plant in 2014. The plant employs 350 people and makes valves.', TWO),
  answer('contradicted', 'Acme opened its Lyon plant in 1914. The plant employs no one.', TWO),
  answer('sources disagree', 'The plant employs 350 people. Acme has sold its pump business.', NUMBERED),
  answer('sources disagree, cited', 'The plant employs 350 people [1]. It employs 530 people [3].', NUMBERED, CITED),
  answer('reasons', DIFFERING, [
    ...TWO,
    source('harbour'),
    { id: 'dog', text: 'The man bit the dog. Every shop is open.' },
  ]),
  answer('sources deny one another', 'The bridge is open to cars.', [
    { id: 'a', text: 'The bridge is open to cars.' },
    { id: 'b', text: 'The bridge is not open to cars.' },
  ]),
  answer('nothing to check', 'Hello! How are you?', TWO),
  answer('off topic', 'The lighthouse is no longer staffed. Two participants withdrew.', TWO),
];

const SOURCED: readonly Step[] = [
  answer('titles', 'The harbour of Kelmouth is 14.5 metres deep. The Lyon plant makes valves.', [
    source('a', 'harbour', 'Kelmouth'),
    source('b', 'report', 'The Lyon plant'),
    source('c', 'press', ''),
    source('d', 'trial', 'T'.repeat(500)),
  ]),
  answer('200 sources', 'Warehouse 7 holds 119 crates [7]. Warehouse 8 holds 119 crates [8].', many(200), CITED),
  answer(
    'more than 400 sentences',
    `Warehouse 300 of the company holds 5,100 crates [1]. ${text('harbour')}`,
    [{ id: '1', text: filler(60_000) }, source('2', 'harbour')],
    CITED,
  ),
  answer('100,000 characters of sources', 'Warehouse 1 holds 17 crates.', [{ id: 'a', text: filler(100_000) }]),
  answer('10,000 characters', filler(10_000), [{ id: 'a', text: filler(1_000) }]),
  answer(
    'the same source twice',
    'The plant makes valves [1]. It makes valves [2].',
    [source('1', 'report'), source('2', 'report')],
    CITED,
  ),
  answer('a source of marks', 'The plant makes valves.', [{ id: 'a', text: '***\n---\n|---|' }, source('b', 'report')]),
  answer('a table as source', 'Sales in the South were 980. The West has no staff. The North has 35 staff.', [
    { id: 'table', text: TABLE, title: 'Sales' },
  ]),
  answer(
    'Markdown as source',
    'The tank holds 90 litres [md]. The pump holds 90 litres [md].',
    [{ id: 'md', text: MARKDOWN }],
    CITED,
  ),
  answer(
    'odd characters',
    'The ﬁne café has 12 tables 😀 [x].\r\nIt\u00a0is\u200bopen.\u0000 Née.',
    [{ id: 'x', text: 'The fine cafe\u0301 has １２ tables. 😀 It is open.' }],
    { ...CITED, offsets: 'code_point' },
  ),
];

function many(count: number) {
  return Array.from({ length: count }, (_, at) => ({
    id: String(at + 1),
    text: `Warehouse ${at + 1} of the company holds ${(at + 1) * 17} crates.`,
  }));
}

const BODIES = [...CITING, ...ODD_IDS, ...SPANNED, ...QUOTING, ...TALKING, ...DECIDED, ...SOURCED];

export const ANSWERS = list('answer', 'key', BODIES);

const EVENTS = { accept: 'text/event-stream' };

/** Some of the same answers, as they are decided. */
export const ANSWER_EVENTS = list('answer events', 'key', [
  ...BODIES.filter((_, at) => at % 3 === 0).map((step) => ({ ...step, headers: EVENTS })),
  ...['text/event-stream;q=0.5, application/json', 'application/json;q=0.5, text/event-stream', '*/*', 'text/html'].map(
    (accept) => ({ ...DECIDED[0]!, name: `Accept: ${accept}`, headers: { accept } }),
  ),
  { name: 'a refusal', path: '/v1/verify/answer', body: { answer: '' }, headers: EVENTS },
]);
