import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vitest/node';

const SRC = join(import.meta.dirname, '..', '..', 'src');

export function sourceFiles(): string[] {
  return readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
}

/** A node of the syntax tree; its fields depend on its type. */
export interface SyntaxNode {
  readonly type: string;
  readonly [field: string]: unknown;
}

export function nodesOf(code: string): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  JSON.stringify(parseAst(code, { lang: 'ts' }), (_, node) => {
    if (typeof node?.type === 'string') found.push(node);
    // JSON has no bigint.
    return typeof node === 'bigint' ? undefined : node;
  });
  return found;
}

export function codeOf(file: string): string {
  return readFileSync(join(SRC, file), 'utf8');
}
