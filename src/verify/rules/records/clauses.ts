import { partOfSpeech, range } from '../../../text/index.ts';
import { CLAUSE_MARKS } from '../lexicon/record-words.ts';
import type { RecordIndex } from './record-index.ts';
import { isContent, type Mention, type Statement } from './statement.ts';

/** Words that make a clause of what they begin, even without a verb: "but available in Oslo". */
const CONTRAST = /^(?:but|while|whereas|although|though)$/;
const FINITE = /^(?:is|are|was|were|has|have|had|does|do|did|.*n't)$/;

/**
 * The clauses of a statement, each as a statement: with its own words, and with the texts of the record before it that it
 * does not replace, "mugs are sold out in Oslo but available in Bergen". A clause with a subject that the record does not
 * name has its own words alone.
 */
export function clauseStatements(statement: Statement, index: RecordIndex): readonly Statement[] {
  const starts = clauseStarts(statement);
  if (starts.length < 2) return [statement];
  let earlier: readonly Mention[] = [];
  return starts.map((from, i) => {
    const to = starts[i + 1] ?? statement.words.length;
    const own = statement.mentions.filter((mention) => from <= mention.from && mention.from < to);
    const inherited = hasOtherSubject(statement, { from, to, index, own }) ? [] : notReplaced(earlier, own);
    earlier = [...inherited, ...own];
    return withWords(statement, [...inherited.flatMap((one) => range(one.from, one.to)), ...range(from, to)]);
  });
}

/** The first word of each clause: at a mark, where verbs are on both sides. */
function clauseStarts({ words, clauses }: Statement): number[] {
  const marks = words.flatMap((_, at) => (at > 0 && clauses[at] !== clauses[at - 1] ? [at] : []));
  const isVerb = (at: number) => FINITE.test(words[at]!.text) || partOfSpeech(words[at]!.text) === 'VERB';
  const starts = [0];
  for (const [i, at] of marks.entries()) {
    const behind = range(at, marks[i + 1] ?? words.length);
    const isClause = CONTRAST.test(words[at]!.text) || behind.some(isVerb);
    if (isClause && range(starts.at(-1)!, at).some(isVerb)) starts.push(at);
  }
  return starts;
}

/** "The rest of the order has shipped" is about something that the record has no name for. */
function hasOtherSubject(
  { words, keys }: Statement,
  {
    from,
    to,
    index,
    own,
  }: { readonly from: number; readonly to: number; readonly index: RecordIndex; readonly own: readonly Mention[] },
): boolean {
  const all = range(from, to);
  const verb = all.find((at) => FINITE.test(words[at]!.text)) ?? from;
  const mentioned = new Set(own.flatMap((mention) => range(mention.from, mention.to)));
  return range(from, verb).some(
    (at) =>
      isContent(keys[at]!) && !CLAUSE_MARKS.has(words[at]!.text) && !mentioned.has(at) && !index.names.has(keys[at]!),
  );
}

/** The mentions of values that have no other one of their name in place of them. */
function notReplaced(earlier: readonly Mention[], own: readonly Mention[]): Mention[] {
  const names = new Set(own.flatMap(({ fields }) => fields.map(({ field }) => field.name)));
  return earlier.filter(({ fields }) => !fields.some(({ field }) => names.has(field.name)));
}

/** A statement with some of its words alone, in their places. */
function withWords(statement: Statement, some: readonly number[]): Statement {
  const kept = new Set(some);
  return {
    ...statement,
    words: statement.words.map((word, at) => (kept.has(at) ? word : { ...word, text: '' })),
    keys: statement.keys.map((key, at) => (kept.has(at) ? key : '')),
    mentions: statement.mentions.filter(({ from }) => kept.has(from)),
    values: statement.values.filter(({ from }) => kept.has(from)),
  };
}
