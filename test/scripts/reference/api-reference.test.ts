import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { apiReference, declarationsOf } from '../../../scripts/reference/api-reference.ts';
import { PACKAGE_ROOT } from '../../../src/package.ts';

it('is what the compiled types say: `npm run reference` writes it', () => {
  const written = readFileSync(join(PACKAGE_ROOT, 'src/library/API.md'), 'utf8');
  expect(apiReference()).toBe(written);
});

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
