import type { AnswerRequest } from './answer-contract.ts';

export interface AnswerExample extends Pick<AnswerRequest, 'answer' | 'citations' | 'sources'> {
  readonly title: string;
}

/** Answers with sentences of every verdict. */
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
