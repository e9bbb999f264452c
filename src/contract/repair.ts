import { z } from 'zod';
import type { Body } from './body.ts';

export const REPAIRS = ['remove', 'mark'] as const;
/** What becomes of the sentences that do not pass. */
export type Repair = (typeof REPAIRS)[number];

export const REPAIR_ACTIONS = ['removed', 'marked', 'corrected', 'named'] as const;
export type RepairAction = (typeof REPAIR_ACTIONS)[number];

export const REPAIR_CAUSES = ['outcome', 'name', 'quotation', 'heading', 'label'] as const;
export type RepairCause = (typeof REPAIR_CAUSES)[number];

const offset = (description: string) => z.int().min(0).meta({ description });

export const RepairChangeBody = z
  .object({
    start: offset('Where the text that is replaced begins in the answer, in the unit of offsets'),
    end: offset('Where it ends; exclusive'),
    text: z.string().meta({ description: 'What is replaced, with the white space that goes with it' }),
    replacement: z.string().meta({ description: 'What takes its place; empty where it is removed' }),
    repaired_start: offset('Where the replacement begins in the repaired text'),
    repaired_end: offset('Where it ends; exclusive'),
    sentence: offset('Which of the sentences, from 0'),
    action: z.enum(REPAIR_ACTIONS).meta({
      description:
        'removed; marked behind its end; corrected: one value of the answer replaced by that of the source, and the ' +
        'sentence, checked again, passes; named: it keeps the name of a sentence that goes',
    }),
    cause: z.enum(REPAIR_CAUSES).meta({
      description:
        'outcome: the sentence does not pass; name: a sentence that it refers to goes; quotation: another sentence of its ' +
        'quotation goes; heading: all that stands under it goes; label: the line that introduces it goes',
    }),
  })
  .meta({ description: 'One change of the answer' });
export type RepairChangeBody = Body<typeof RepairChangeBody>;

export const RepairedBody = z
  .object({
    text: z.string().meta({ description: 'The answer with the changes; empty where nothing of it is left' }),
    changes: z.array(RepairChangeBody).meta({ description: 'In order; they do not overlap' }),
  })
  .meta({ description: 'The answer without the sentences that do not pass, or with marks behind them' });
export type RepairedBody = Body<typeof RepairedBody>;
