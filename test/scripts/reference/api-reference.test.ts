import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { apiReference, declarationsOf } from '../../../scripts/reference/api-reference.ts';

it('has the functions first, and of the client what the library lacks', () => {
  const [library = '', client = ''] = apiReference().split('## claim-verification-service/client');
  expect(headings(library)).toEqual(expect.arrayContaining(['createVerifier', 'AnswerBody', 'VerifierOptions']));
  expect(headings(library)[0]).toBe('createVerifier');
  expect(headings(client)).toContain('JobBody');
  expect(headings(client)).not.toContain('AnswerBody');
});

function headings(text: string): string[] {
  return [...text.matchAll(/^### (\w+)$/gm)].map(([, name = '']) => name);
}

it('follows exports from file to file and writes constants out', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reference-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('index.d.ts', "export { type Word, fold } from './a.ts';\nexport type * from './b.ts';\n");
  write(
    'a.d.ts',
    'export declare const WORDS: readonly ["a", "b"];\n/** One of\n * two. */\nexport type Word = (typeof WORDS)[number];\nexport declare function fold(word: Word): string;\n',
  );
  write(
    'b.d.ts',
    'interface Inner {\n    readonly at: number;\n}\nexport interface Outer {\n    readonly inner: Inner;\n}\n',
  );
  expect(declarationsOf(join(folder, 'index.d.ts'))).toEqual([
    { name: 'Word', comment: 'One of two.', code: 'type Word = "a" | "b";' },
    { name: 'fold', comment: '', code: 'function fold(word: Word): string;' },
    {
      name: 'Outer',
      comment: '',
      code: 'interface Outer {\n    readonly inner: Inner;\n}\ninterface Inner {\n    readonly at: number;\n}',
    },
  ]);
});
