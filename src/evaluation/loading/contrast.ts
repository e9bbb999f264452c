import { type Fields, isFields, oneExample, type Reader, type Reading } from './example.ts';

/** `{grounding_source, pairs: [{id, attack, twin, altered, label}]}`: two rows for each pair, the label is the altered claim's. */
export const readContrast: Reader = ({ grounding_source: source, pairs, set }) => {
  if (source === undefined || !Array.isArray(pairs)) return undefined;
  const readings = pairs.map((pair) => (isFields(pair) ? readPair(pair, { source, set }) : NOT_A_PAIR));
  return (
    readings.find((reading) => 'leftOut' in reading) ?? {
      examples: readings.flatMap((reading) => ('examples' in reading ? reading.examples : [])),
    }
  );
};

const NOT_A_PAIR: Reading = { leftOut: 'a pair is not an object' };

/** The unaltered claim, then the altered one. */
function readPair({ id, attack, twin, altered, label }: Fields, shared: { source: unknown; set: unknown }): Reading {
  const names = { ...shared, category: attack, pair: id };
  const supported = oneExample({ ...names, claim: twin, label: 'SUPPORTED', id: `${id}-twin` });
  const changed = oneExample({ ...names, claim: altered, label, id: `${id}-altered` });
  if ('leftOut' in supported || 'leftOut' in changed) return changed;
  return { examples: [...supported.examples, ...changed.examples] };
}
