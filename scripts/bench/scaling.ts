import type { BenchContext } from './bench-context.ts';
import { pairGrowth } from './pair-growth.ts';
import type { Section } from './report.ts';
import { textGrowth } from './text-growth.ts';

const CLAIM_SENTENCES = [1, 2, 3, 4, 6, 8];
const SOURCE_CHARACTERS = [500, 1000, 2500, 5000, 7500, 10_000];
/** Share of the variance that a straight line has to explain. */
const STRAIGHT = 0.98;

/** How time grows with the number of pairs, with the claim's spans and with the source's length. */
export async function benchScaling(context: BenchContext): Promise<Section> {
  const seconds = context.seconds / 3;
  const pairs = await pairGrowth({ ...context, seconds });
  context.say('scaling, claim spans and source length ...');
  const spans = await textGrowth(
    { ...context, seconds },
    {
      unit: 'sentences of the claim',
      sizes: CLAIM_SENTENCES,
      write: (writer, count) => ({ claim: writer.sentences(count), source: writer.text(5000) }),
    },
  );
  const sources = await textGrowth(
    { ...context, seconds },
    {
      unit: 'characters of source',
      sizes: SOURCE_CHARACTERS,
      write: (writer, count) => ({ claim: writer.sentences(2), source: writer.text(count) }),
    },
  );
  return {
    name: 'scaling',
    tables: [pairs.table, spans.table, sources.table],
    targets: [
      {
        what: 'share of the time by pairs that a straight line explains',
        atLeast: STRAIGHT,
        got: pairs.line.explained,
      },
      { what: 'pairs a second, slope of the scheduler against the kernel', atLeast: 0.9, got: pairs.slopeRatio },
      { what: 'the same share by source length', atLeast: STRAIGHT, got: sources.line.explained },
    ],
    notes: [],
  };
}
