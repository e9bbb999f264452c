/** Sources of our own writing, one sentence an item. */
const SENTENCES: Readonly<Record<string, readonly string[]>> = {
  report: [
    'Acme opened its Lyon plant in 2014.',
    'The plant employs 350 people and makes valves.',
    'Revenue rose by 5 % to $1,200 million in the year to 31 March 2021.',
    'It has not sold its pump business.',
    'Dr. Ada Moss, who directs the plant, said that a second hall may be built in 2027.',
  ],
  press: [
    'Demand for pumps grew in 2014, and Acme sold more of them than in any other year.',
    'The company denied that it would close the Lyon plant.',
    'Between 80 % and 90 % of the valves are exported, most of them to Norway and Chile.',
    'The union called the plan "an outrage for the whole town" and asked for talks.',
    'No worker was dismissed, although twelve left on their own.',
  ],
  harbour: [
    'The harbour of Kelmouth was dredged to a depth of 14.5 metres in 1998.',
    'In 2016 the town council sold the ferry terminal to Norvane Lines for £23 million.',
    'The lighthouse is no longer staffed.',
    'Roughly 1,900 containers pass through the port each week.',
    'Fishing boats land herring at the old quay every morning, except on Sundays.',
  ],
  trial: [
    'Patients received 40 mg of relvatine once a day for twelve weeks.',
    'Blood pressure fell by 11 mmHg in the relvatine group and by 3 mmHg in the control group.',
    'Two participants withdrew because of dizziness.',
    'The drug was not tested in pregnant women.',
    'The study was registered on 4 May 2017 and enrolled 318 adults at nine hospitals.',
  ],
  rival: [
    'The Lyon plant was opened in 2011.',
    'The plant employs 530 people.',
    'Acme has sold its pump business to Ollmer Group.',
    'Carl Berg directs the plant in Lyon.',
    'Fewer than half of the valves are exported.',
  ],
};

export const text = (name: string): string => SENTENCES[name]!.join(' ');

export const source = (id: string, name = id, title?: string) => ({
  id,
  text: text(name),
  ...(title === undefined ? {} : { title }),
});

/** Numbered sentences, different from one another, of so many characters. */
export function filler(characters: number): string {
  let whole = '';
  for (let at = 1; ; at += 1) {
    const sentence = `Warehouse ${at} of the company holds ${at * 17} crates and was built in ${1900 + (at % 120)}. `;
    if (whole.length + sentence.length > characters) return whole.padEnd(characters, '.');
    whole += sentence;
  }
}

export const TABLE = `| Region | Sales in 2020 | Staff |
|---|---:|---|
| North | 1,250 | 40 |
| South | 980 | 35 |
| West | 1,075 | none |`;

export const MARKDOWN = `# Pumps and valves

The **Lyon** plant employs *350* people. See the [report](https://acme.example/report "2021") for more.

- The pump holds 12 litres.
- The tank holds **90** litres.
  1. It weighs 6.2 kg.
  2. It was made in \`2019\`.

> Revenue reached __67__ million euros &amp; costs fell.

\`\`\`sql
SELECT 999 FROM sales;
\`\`\`
`;
