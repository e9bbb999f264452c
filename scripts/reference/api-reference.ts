import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import * as answer from '../../src/contract/answer.ts';
import * as answerRequest from '../../src/contract/answer-request.ts';
import * as fileOptions from '../../src/contract/file-options.ts';
import * as job from '../../src/contract/job.ts';
import * as repair from '../../src/contract/repair.ts';
import * as verify from '../../src/contract/verify.ts';
import * as words from '../../src/contract/words.ts';
import { PACKAGE_ROOT } from '../../src/package.ts';
import { verifierOptions } from '../../src/settings/verifier-options.ts';
import { bodyTypes } from './body-type.ts';

const PREAMBLE = `# Reference of the package

Written by the build from the compiled types. How to install and use the package: \`src/library/README.md\` and \`src/client/README.md\`.
`;

/** The reference of both entry points as Markdown. The client's part leaves out what the library has under the same name. */
export function apiReference(): string {
  const library = declarationsOf(join(PACKAGE_ROOT, 'dist/src/library/index.d.ts'));
  const client = declarationsOf(join(PACKAGE_ROOT, 'dist/src/client/index.d.ts'));
  const known = new Set(library.map(({ code }) => code));
  const functionsFirst = [...library].sort((a, b) => Number(isFunction(b)) - Number(isFunction(a)));
  return [
    PREAMBLE,
    '## claim-verification-service\n',
    ...functionsFirst.map(section),
    '## claim-verification-service/client\n',
    'All bodies and options of calls above are exported here too, under the same names.\n',
    ...client.filter(({ code }) => !known.has(code)).map(section),
  ].join('\n');
}

function isFunction({ code }: Declaration): boolean {
  return code.startsWith('function');
}

function section({ name, comment, code }: Declaration): string {
  const options = name === 'VerifierOptions' ? optionsTable() : '';
  return `### ${name}\n\n${comment === '' ? '' : `${comment}\n\n`}\`\`\`ts\n${code}\n\`\`\`\n${options}`;
}

function optionsTable(): string {
  const rows = Object.entries(verifierOptions).map(([name, schema]) => {
    const { data } = schema.safeParse(undefined);
    const shown = data === undefined ? 'unset' : `\`${String(data).replace(`${PACKAGE_ROOT}/`, '')}\``;
    return `| \`${name}\` | ${shown} | ${schema.description} |`;
  });
  return `\n| option | default | meaning |\n|---|---|---|\n${rows.join('\n')}\n`;
}

/** One exported declaration of a compiled type file. */
interface Declaration {
  readonly name: string;
  readonly comment: string;
  readonly code: string;
}

/** A name and the `.d.ts` file that exports it: as TypeScript's compiler writes them, statements start at the line's start. */
const RE_EXPORT = /^export (?:type )?(?:\*|\{([^}]*)\}) from '([^']+)';$/gm;
const OWN = /^export (?:declare )?(?:interface|type|class|const|function|enum) (\w+)/gm;

/** The exports of a module, in its order; re-exports are followed. Throws for a name that no file declares. */
export function declarationsOf(file: string): Declaration[] {
  return exportedNames(file).map(({ name, from }) => declarationIn(from, name));
}

interface Exported {
  readonly name: string;
  readonly from: string;
}

function exportedNames(file: string): Exported[] {
  const text = readFileSync(file, 'utf8');
  const found: { readonly at: number; readonly names: readonly Exported[] }[] = [];
  for (const { 1: list, 2: path = '', index } of text.matchAll(RE_EXPORT)) {
    const from = join(dirname(file), path.replace(/\.ts$/, '.d.ts'));
    found.push({ at: index, names: chosen(exportedNames(from), list) });
  }
  for (const { 1: name = '', index } of text.matchAll(OWN)) found.push({ at: index, names: [{ name, from: file }] });
  const inOrder = found.sort((a, b) => a.at - b.at).flatMap(({ names }) => names);
  return inOrder.filter(({ name }, place) => inOrder.findIndex((one) => one.name === name) === place);
}

/** The names of a module in `export { a, type b }`; all of them for `export *`. */
function chosen(names: readonly Exported[], list: string | undefined): readonly Exported[] {
  if (list === undefined) return names;
  const wanted = list.split(',').map((part) => part.trim().replace(/^type /, ''));
  return wanted.flatMap((name) => names.find((one) => one.name === name) ?? []);
}

function declarationIn(file: string, name: string): Declaration {
  const text = readFileSync(file, 'utf8');
  const pattern = new RegExp(`^export (?:declare )?(?:interface|type|class|const|function) ${name}\\b`, 'm');
  const body = bodyNamed(name, text);
  if (body !== undefined) return body;
  const start = pattern.exec(text)?.index;
  if (start === undefined) throw new Error(`Expected a declaration of ${name} in ${file}, got none.`);
  return {
    name,
    comment: commentBefore(text, start),
    code: withHelpers(withoutTypeof(statementAt(text, start), text), text),
  };
}

/** The type of a body, which the compiled types leave to its schema; undefined for anything else. */
function bodyNamed(name: string, text: string): Declaration | undefined {
  const start = text.search(new RegExp(`^export type ${name} = Body<`, 'm'));
  if (start < 0) return undefined;
  const { description, code } = contractOf({
    'answer-request': { ...answerRequest, ...answerRequest.answerRequestSchemas() },
    answer,
    'file-options': fileOptions,
    job,
    repair,
    verify,
    words,
  }).get(name)!;
  return { name, comment: commentBefore(text, start) || (description && `${description}.`), code };
}

/** Schemas by name, and names of the lists of which a type is one value, by the values. */
function contractOf(modules: Readonly<Record<string, object>>) {
  const exported = Object.assign({}, ...Object.values(modules)) as Readonly<Record<string, unknown>>;
  const schemas = Object.entries(exported).filter(
    (entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType,
  );
  const texts = Object.keys(modules).map((name) =>
    readFileSync(join(PACKAGE_ROOT, `dist/src/contract/${name}.d.ts`), 'utf8'),
  );
  const oneOf = [
    ...texts.join('\n').matchAll(/^export type (\w+) = (?:keyof typeof |\(typeof )(\w+)(?:\)\[number\])?;/gm),
  ];
  const lists = oneOf.map(([, type = '', name = '']) => {
    const values = exported[name] as object;
    return [String(Array.isArray(values) ? values : Object.keys(values)), type] as const;
  });
  return bodyTypes(Object.fromEntries(schemas), new Map(lists));
}

/** Up to the first line that ends a statement and is not indented. */
function statementAt(text: string, start: number): string {
  const lines = text.slice(start).split('\n');
  const last = lines.findIndex((line) => /^(?:\}| ?\S.*;$)/.test(line));
  const statement = lines.slice(0, last + 1).filter((line) => line !== '    #private;');
  return statement.join('\n').replace(/^export (?:declare )?/, '');
}

/** The code with the types that it names and that its file keeps to itself. */
function withHelpers(code: string, text: string, known: readonly string[] = []): string {
  const named = new Set([...code.matchAll(/\b[A-Z]\w+\b/g)].map(([name]) => name));
  const helpers = [...named].filter(
    (name) => !known.includes(name) && new RegExp(`^interface ${name}\\b`, 'm').test(text),
  );
  const statements = helpers.map((name) => {
    const start = text.search(new RegExp(`^interface ${name}\\b`, 'm'));
    return withHelpers(statementAt(text, start), text, [...known, ...helpers]);
  });
  return [code, ...statements].join('\n');
}

function commentBefore(text: string, start: number): string {
  const [, comment = ''] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(text.slice(0, start)) ?? [];
  return comment
    .replace(/^ *\* ?/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** `(typeof NAMES)[number]` and `keyof typeof TABLE` written out, where the constant is in the same file. */
function withoutTypeof(code: string, text: string): string {
  return code
    .replace(/\(typeof (\w+)\)\[number\]/g, (whole, name: string) => {
      const [, list] = new RegExp(`const ${name}: readonly \\[([^\\]]*)\\]`).exec(text) ?? [];
      return list?.replaceAll(', ', ' | ') ?? whole;
    })
    .replace(/keyof typeof (\w+)/g, (whole, name: string) => {
      const [, table] = new RegExp(`const ${name}: \\{\\n([\\s\\S]*?)\\n\\};`).exec(text) ?? [];
      const keys = [...(table ?? '').matchAll(/^ {4}readonly (\w+):/gm)].map(([, key]) => `'${key}'`);
      return keys.length > 0 ? keys.join(' | ') : whole;
    });
}
