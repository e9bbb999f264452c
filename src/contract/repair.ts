import { z } from 'zod';
import type { Body } from './body.ts';

export const REPAIRS = ['remove', 'mark'] as const;
/** Ways to repair sentences that do not pass. */
export type Repair = (typeof REPAIRS)[number];

const offset = (description: string) => z.int().min(0).meta({ description });

export const RepairChangeBody = z
  .object({
    start: offset('Where the text that is replaced begins in the answer, in the unit of offsets'),
    end: offset('Where it ends; exclusive'),
    text: z.string().meta({ description: 'The text that is replaced' }),
    replacement: z.string().meta({ description: 'The text in its place; empty if it is removed' }),
    repaired_start: offset('Where the replacement begins in the repaired text'),
    repaired_end: offset('Where it ends; exclusive'),
    sentence: offset('The number of the sentence, from 0'),
    action: z.enum(['removed', 'marked', 'corrected']).meta({
      description: 'removed; marked: a mark follows it; corrected: has the value of the source, with which it passes',
    }),
    cause: z.enum(['outcome', 'name', 'heading']).meta({
      description:
        'outcome: it does not pass; name: the name that it refers to is removed; heading: nothing is under it',
    }),
  })
  .meta({ description: 'One change of the answer' });
export type RepairChangeBody = Body<typeof RepairChangeBody>;

export const RepairedBody = z
  .object({
    text: z.string().meta({ description: 'The answer with the changes; empty if nothing of it is left' }),
    changes: z.array(RepairChangeBody).meta({ description: 'In order; they do not overlap' }),
  })
  .meta({ description: 'The answer without the sentences that do not pass, or with marks after them' });
export type RepairedBody = Body<typeof RepairedBody>;
