import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { html } from '../src/html.ts';
import { printable, printableInPage, printableJson, printableLines } from '../src/printable.ts';
import { codeOf, nodesOf, type SyntaxNode, sourceFiles } from './support/syntax.ts';

const UNPRINTABLE = /[\p{Cc}\p{Cf}\u2028\u2029]/u;

describe('printable text', () => {
  it.each([
    ['\u001b[2K\r', '\\u{1b}[2K\\u{d}'],
    ['a\nb\tc', 'a\\u{a}b\\u{9}c'],
    ['\u009b31m', '\\u{9b}31m'],
    ['a\u202eb\u200bc\ufeff', 'a\\u{202e}b\\u{200b}c\\u{feff}'],
    ['a\u2028b\u{e0041}', 'a\\u{2028}b\\u{e0041}'],
    ['Übersicht 东京 😀.pdf', 'Übersicht 东京 😀.pdf'],
  ])('has escapes in place of unprintable characters: %j', (text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  it('keeps the lines of text that has several', () => {
    expect(printableLines('a\u001b\nb\r')).toBe('a\\u{1b}\nb\\u{d}');
  });

  it('keeps lines, tabs and joiners in a page, and no other control', () => {
    const family = '👩\u200d👧';
    expect(printableInPage(`a\tb\r\n${family} نمی\u200cخواهم`)).toBe(`a\tb\r\n${family} نمی\u200cخواهم`);
    expect(html`<p>${'\u001b[2K\u0000\u009b\u202e<'}</p>`.toString()).toBe(
      '<p>\\u{1b}[2K\\u{0}\\u{9b}\\u{202e}&lt;</p>',
    );
  });

  test.prop([fc.string({ unit: 'binary' })])('is JSON of the same value without unprintable characters', (text) => {
    const json = printableJson(JSON.stringify({ [text]: [text] }));
    expect(json).not.toMatch(UNPRINTABLE);
    expect(JSON.parse(json)).toEqual({ [text]: [text] });
  });
});

/** Where commands and the service write to a terminal themselves, and why no text of others gets there as it is. */
const WRITES = {
  'cli/command-line.ts': 'printLines() and print(), which all commands use',
  'cli/commands/doctor.ts': 'findings, made printable by showFinding()',
  'cli/evaluation/run-evaluation.ts': 'JSON, by printableJson()',
  'cli/health.ts': 'by printableLines()',
  'server/first-start.ts': 'a key that it made, with its limit and the address of the service',
  'server/main.ts': 'by printable()',
  'server/run-service.ts': 'by printable()',
  'server/telemetry/logs.ts': 'lines of JSON, by printableJson()',
};

const isIdentifier = (node: unknown, name: string) => (node as SyntaxNode | undefined)?.name === name;

function writesToTerminal(code: string): boolean {
  return nodesOf(code).some(({ type, callee }) => {
    if (type !== 'CallExpression') return false;
    const { object, property } = callee as SyntaxNode;
    if (isIdentifier(object, 'console')) return true;
    const stream = object as SyntaxNode | undefined;
    const isStream = ['stdout', 'stderr'].some((name) =>
      [stream, stream?.property].some((one) => isIdentifier(one, name)),
    );
    return isIdentifier(property, 'write') && isStream;
  });
}

it('is written by few places', () => {
  const files = sourceFiles().filter((file) => !file.startsWith('web/') && writesToTerminal(codeOf(file)));
  expect(files.sort()).toEqual(Object.keys(WRITES).sort());
});
