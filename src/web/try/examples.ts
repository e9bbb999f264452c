import type { AnswerRequestBody } from '../../contract/answer-request.ts';
import type { VerifyRequestBody } from '../../contract/verify.ts';

export interface AnswerExample extends Pick<AnswerRequestBody, 'answer'> {
  readonly title: string;
  readonly citations: 'none' | 'brackets';
  readonly sources: readonly { readonly id: string; readonly title?: string; readonly text: string }[];
}

/** Answers with sentences of every verdict; the first is on the page when it opens. */
export const ANSWER_EXAMPLES: readonly AnswerExample[] = [
  {
    title: 'An answer that cites',
    citations: 'brackets',
    answer: `Here is what I found about the Harbour Museum.

The Harbour Museum opened on 14 May 1998 in a former grain warehouse [museum-1]. It employs 63 people [museum-2]. Admission is free for children under 12 [museum-1]. A fire damaged the roof in 2021 [museum-7]. The museum sells about 80,000 tickets a year [museum-2].

I hope this helps!`,
    sources: [
      {
        id: 'museum-1',
        title: 'History of the house',
        text: 'The Harbour Museum opened to the public on 14 May 1998 in a former grain warehouse on the east quay. In 2021 a fire damaged the roof. Nobody was hurt, and no object was lost.',
      },
      {
        id: 'museum-2',
        title: 'Your visit',
        text: 'The Harbour Museum is closed on Mondays. Admission is free for children under 12; adults pay 9 euros. The museum employs 43 people.',
      },
    ],
  },
  {
    title: 'Quotations, no citations',
    citations: 'none',
    answer:
      'The trial enrolled 612 adults. According to the report, "there were no deaths". The authors write that "the drug lowers pressure in all patients". Systolic pressure fell by 9.1 mmHg with the placebo. The trial lasted 24 weeks.',
    sources: [
      {
        id: 'report',
        text: 'We enrolled 612 adults with mild hypertension at nine clinics. Mean systolic pressure fell by 9.1 mmHg with the drug and by 2.3 mmHg with the placebo. There were no deaths. "The drug lowers pressure in most patients," the authors write.',
      },
      {
        id: 'register',
        title: 'Entry in the register',
        text: 'The trial lasted 20 weeks. It was paid for by the nine clinics.',
      },
    ],
  },
];

const MUSEUM = `The Harbour Museum opened to the public on 14 May 1998 in a former grain warehouse on the east quay.

It holds about 12,400 objects, of which 900 are on permanent display. Admission is free for children under 12; adults pay 9 euros. The museum employs 43 people and is closed on Mondays.

In 2021 a fire damaged the roof. Nobody was hurt, and no object was lost. The director, Ines Falk, denied that the museum would move to the city centre.`;

const TRIAL = `We enrolled 612 adults with mild hypertension at nine clinics. Participants took 20 mg of the study drug or a placebo once a day for 24 weeks.

Mean systolic pressure fell by 9.1 mmHg with the drug and by 2.3 mmHg with the placebo. Headache was reported by 4 % of participants in each group. There were no deaths.

Results may not carry over to people with kidney disease, who were not enrolled.`;

const REPORT = `## Third quarter

- Revenue: **€48.2 million**, up from €41.0 million a year earlier
- Operating margin: 11 %
- Headcount: 1,350 at the end of September

The board expects revenue of between €180 million and €190 million for the full year. It has not decided on a dividend.`;

const REGIONS = `Results by region, 2024

| Region | Revenue (EUR m) | Growth | Stores |
|---|---|---|---|
| North | 41.2 | 3.1 % | 22 |
| South | 58.7 | -1.4 % | 31 |
| East | 23.9 | 7.8 % | 14 |`;

/** One example for each way in which a source may relate to a claim; the first is on the page when it opens. */
export const EXAMPLES: readonly (VerifyRequestBody & { readonly title: string })[] = [
  { title: 'One wrong number', claim: 'The museum employs 63 people.', grounding_source: MUSEUM },
  {
    title: 'Stated in the source',
    claim: 'The Harbour Museum opened to the public in May 1998.',
    grounding_source: MUSEUM,
  },
  {
    title: 'Two parts, one wrong',
    claim: 'The museum is closed on Mondays. It opened in 2008.',
    grounding_source: MUSEUM,
  },
  { title: 'Denied', claim: 'The museum will move to the city centre.', grounding_source: MUSEUM },
  { title: 'Paraphrase', claim: 'No participant died.', grounding_source: TRIAL },
  {
    title: 'Formatted numbers',
    claim: 'Revenue was 48.2 million euros in the third quarter.',
    grounding_source: REPORT,
  },
  { title: 'Sum of a table', claim: 'North and South have 53 stores together.', grounding_source: REGIONS },
  {
    title: 'Wrong percentage',
    claim: 'Revenue grew by 20 % in 2024.',
    grounding_source:
      'Revenue was EUR 41.0 million in 2023 and EUR 48.2 million in 2024. Costs were EUR 39.1 million in 2024.',
  },
  { title: 'Not in the source', claim: 'The company has offices in Lisbon.', grounding_source: REPORT },
];
