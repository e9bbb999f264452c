import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, nodesOf, type SyntaxNode, sourceFiles } from './syntax.ts';

const SRC = join(import.meta.dirname, '..', '..', 'src');

/** Files whose strings are no messages: word lists, database schemas, and scripts and styles inside reports. */
const WITHOUT_TEXTS =
  /^(?:text|structured|store|verify\/rules|answer\/sentences|answer\/citations)\/|examples\.ts$|report-(?:script|style)\.ts$|lexicon/;

/** Two words with a space between them; column names, selectors and media types have none. */
const PROSE = /\p{L}{2}["'`),:;.]* ["'`({]*(?:\p{L}{2}|a\b)/u;

/** SQL, Lua and cascading styles. */
const CODE =
  /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE|ALTER|WHERE|ORDER BY|VALUES|RETURNING|PRAGMA|AS BIGINT|IS NULL|IS NOT NULL|SAVEPOINT|BEGIN IMMEDIATE|AS [a-z_]+)\b|^\s*local |\0|\{\s*[a-z-]+:/;

interface Template {
  readonly quasis: readonly { readonly value: { readonly cooked: string } }[];
  readonly expressions: readonly { readonly start: number; readonly end: number }[];
}

function textOf(node: SyntaxNode, code: string): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral') return undefined;
  const { quasis, expressions } = node as unknown as Template;
  return quasis
    .map(({ value }, i) => {
      const inserted = expressions[i];
      return value.cooked + (inserted ? `{${named(code.slice(inserted.start, inserted.end))}}` : '');
    })
    .join('');
}

/** The code of a value, if it is short enough to tell what is inserted; longer code has texts of its own. */
function named(expression: string): string {
  return expression.length > 40 || /['"`]/.test(expression) ? '…' : expression;
}

const inOneLine = (text: string) =>
  (/<\/|<[a-z!]+ /.test(text) ? text.replace(/<[^>]*>/g, ' ') : text).replace(/\s+/g, ' ').trim();

/** A text that is written as a sum of strings, and the nodes that it consists of. */
function joined(node: SyntaxNode, code: string): { readonly text: string | undefined; readonly nodes: SyntaxNode[] } {
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return { text: textOf(node, code), nodes: [node] };
  const left = joined(node.left as SyntaxNode, code);
  const right = joined(node.right as SyntaxNode, code);
  const isText = left.text !== undefined || right.text !== undefined;
  return {
    text: isText ? `${left.text ?? '{…}'}${right.text ?? '{…}'}` : undefined,
    nodes: [node, ...left.nodes, ...right.nodes],
  };
}

function textsOfCode(file: string): string[] {
  const code = codeOf(file);
  const read = new Set<SyntaxNode>();
  const texts = nodesOf(code).flatMap((node) => {
    if (read.has(node)) return [];
    const { text, nodes } = joined(node, code);
    for (const one of nodes) read.add(one);
    return text ?? [];
  });
  return texts.filter((text) => !CODE.test(text));
}

/** Text between the tags of a page, and the attributes that it shows or that a screen reader speaks. */
function textsOfPage(file: string): string[] {
  const page = readFileSync(join(SRC, file), 'utf8').replace(/<!--[\s\S]*?-->|<(script|style)[\s\S]*?<\/\1>/g, '');
  const attributes = [...page.matchAll(/\b(?:aria-label|placeholder|title|alt|content)="([^"]*)"/g)];
  return [
    ...page.split(/<\/?(?:p|h\d|li|button|label|legend|option|dt|dd|th|td|summary|div|title|a)\b[^>]*>/),
    ...attributes.map(([, text]) => text!),
  ];
}

/** Every message, label, description and help text in src/, by file. */
export function userTexts(): Map<string, string[]> {
  const pages = readdirSync(join(SRC, 'web'))
    .filter((file) => file.endsWith('.html'))
    .map((file) => `web/${file}`);
  const files = [...sourceFiles().filter((file) => !WITHOUT_TEXTS.test(file)), ...pages].sort();
  const byFile = files.map((file): [string, string[]] => {
    const texts = file.endsWith('.html') ? textsOfPage(file) : textsOfCode(file);
    return [file, [...new Set(texts.map(inOneLine))].filter((text) => PROSE.test(text))];
  });
  return new Map(byFile.filter(([, texts]) => texts.length > 0));
}
