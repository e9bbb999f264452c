import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

/** The folders inside a layer, in the order of the work: each imports from those before it, and from the layer's own files. */
const FOLDERS = {
  'src/documents': ['read', 'split', 'comments', 'process', 'index', 'check'],
  'src/nli': ['models', 'queue', 'workers'],
  'src/verify': ['rules', 'read', 'score', 'examine', 'decide', 'explain'],
  'src/verify/rules': ['lexicon', 'extract', 'compare', 'compute'],
};

function* importsIn(folder: string): Generator<readonly [string, string]> {
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.ts')) continue;
    const file = join(folder, path);
    for (const [, target] of readFileSync(file, 'utf8').matchAll(/from\s*'(\.[^']+)'/g))
      yield [file, join(dirname(file), target!)];
  }
}

it.each(Object.entries(FOLDERS))('in %s no folder imports from one after it', (layer, inOrder) => {
  const place = (file: string) => inOrder.findIndex((folder) => file.startsWith(`${layer}/${folder}/`));
  const folders = readdirSync(layer, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual([...inOrder].sort());
  expect([...importsIn(layer)].filter(([file, target]) => place(file) >= 0 && place(target) > place(file))).toEqual([]);
});
