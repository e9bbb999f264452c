import { describe, expect, it } from 'vitest';
import { codeOf, nodesOf, type SyntaxNode, sourceFiles } from './support/syntax.ts';

/** The code of every spread argument: each element takes a place on the stack, which ends at about 100,000 of them. */
function spreadArguments(code: string): string[] {
  const calls = nodesOf(code).filter(({ type }) => type === 'CallExpression' || type === 'NewExpression');
  return calls.flatMap(({ arguments: all }) =>
    (all as SyntaxNode[])
      .filter(({ type }) => type === 'SpreadElement')
      .map(({ start, end }) => code.slice(start as number, end as number)),
  );
}

/** A constant of the code. */
const CONSTANT = /^\.\.\.[A-Z_]+$/;

/** Spread arguments that no text makes long, each with the reason. */
const ALLOWED: Readonly<Record<string, string>> = {
  'cli/batch/run-verify.ts ...summary': 'at most one line about the decisions of a review',
  'client/transport.ts ...request': 'the arguments of one call of fetch',
  'text/names-columns.ts ...others.slice(0, 50).map((cells) => cells.length)': 'at most 50 rows',
  'documents/highlight/page-letters.ts ...across': 'four corners',
  'documents/highlight/page-letters.ts ...down': 'four corners',
  'documents/read/pdf/drawing.ts ...((argsArray[i] ?? []) as never)':
    'operands of one operator, of which pdf.js takes at most 33',
  'evaluation/summary.ts ...groups': 'one for each set of an evaluation',
  'nli/batch.ts ...lengths': 'one for each row of a batch',
  'nli/pair-template.ts ...PROBES[0]': 'a constant',
  'nli/queue/scheduler.ts ...this.#take(permit, anchor, () => permit.takeFitting(phase, length, rows))':
    'at most the rows of a batch',
  'csv-fields.ts ...counts': 'one for each known delimiter',
  'text/language.ts ...scores.map((score) => score / (1 - score))': 'one for each known language',
};

/** Pages show what their user sent; an error there reaches no one else. */
const IN_BROWSERS = 'web/';

describe('spread arguments', () => {
  it('are only those that no text makes long', () => {
    const found = sourceFiles()
      .filter((file) => !file.startsWith(IN_BROWSERS))
      .flatMap((file) =>
        spreadArguments(codeOf(file)).flatMap((code) => (CONSTANT.test(code) ? [] : `${file} ${code}`)),
      );
    expect([...new Set(found)].toSorted()).toEqual(Object.keys(ALLOWED).toSorted());
  });

  it.each([
    ['list.push(...items)', ['...items']],
    ['new Set(a, ...b.map((c) => c))', ['...b.map((c) => c)']],
    ['const copy = [...items, { ...item }]', []],
  ])('are found in %s', (code, found) => {
    expect(spreadArguments(code)).toEqual(found);
  });
});
