import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

interface Layer {
  /** Folders and files of src. */
  readonly paths: readonly string[];
  readonly question: string;
  readonly imports: readonly string[];
  readonly packages: readonly string[];
  readonly folders: readonly string[];
}

interface Import {
  readonly file: string;
  /** A path below src, or the name of a package. */
  readonly target: string;
}

const README = readFileSync('src/README.md', 'utf8');
const FILES = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) => /\.(?:ts|json)$/.test(path));
const isWithin = (file: string, path: string) => file === path || file.startsWith(`${path}/`);

/** The table of src/README.md, from the bottom to the top. */
const LAYERS: readonly Layer[] = README.slice(README.indexOf('## Layers'), README.indexOf('## Words'))
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => {
    const [, layer, question, imports, folders] = line.split('|');
    const names = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
    const isPath = (name: string) => FILES.some((file) => isWithin(file, name));
    return {
      paths: names(layer),
      question: question!,
      imports: names(imports).filter(isPath),
      packages: names(imports).filter((name) => !isPath(name)),
      folders: names(folders),
    };
  });

/** The longest path of the table that a file lies in decides. */
const BY_PATH = LAYERS.flatMap((layer) => layer.paths.map((path) => ({ path, layer }))).sort(
  (one, other) => other.path.length - one.path.length,
);
const layerOf = (file: string) => BY_PATH.find(({ path }) => isWithin(file, path))?.layer;

function importsOf(file: string, text: string): readonly Import[] {
  const specifiers = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^'\s]+)'/g)].map(([, specifier]) => specifier!);
  return specifiers.map((specifier) => ({
    file,
    target: specifier.startsWith('.') ? join(dirname(file), specifier) : specifier,
  }));
}

const IMPORTS = FILES.flatMap((file) => importsOf(file, readFileSync(join('src', file), 'utf8')));
const packageOf = (target: string) =>
  target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/');
const isPackage = ({ target }: Import) => !FILES.includes(target);
const shown = ({ file, target }: Import) => `${file} -> ${target}`;

it('the table of layers has every file of src', () => {
  expect(LAYERS.length).toBeGreaterThan(30);
  expect(FILES.filter((file) => layerOf(file) === undefined)).toEqual([]);
});

it('a file or folder has one row in the table of layers', () => {
  const paths = BY_PATH.map(({ path }) => path);
  expect(paths.filter((path, i) => paths.indexOf(path) !== i)).toEqual([]);
});

it('a layer lists only layers above it', () => {
  const wrong = LAYERS.flatMap(({ paths, imports }, at) =>
    imports.filter((path) => LAYERS.indexOf(layerOf(path)!) >= at).map((path) => `${paths} -> ${path}`),
  );
  expect(wrong).toEqual([]);
});

it('a file imports only from its layer and from what this layer lists', () => {
  const wrong = IMPORTS.filter((one) => !isPackage(one)).filter(({ file, target }) => {
    const layer = layerOf(file);
    return layer !== layerOf(target) && !layer?.imports.some((path) => isWithin(target, path));
  });
  expect(wrong.map(shown)).toEqual([]);
});

it('a layer lists nothing that it does not import', () => {
  const unused = LAYERS.flatMap((layer) => {
    const targets = IMPORTS.filter(({ file }) => layerOf(file) === layer).map(({ target }) => target);
    const isUsed = (name: string) => targets.some((target) => isWithin(target, name));
    return [...layer.imports, ...layer.packages]
      .filter((name) => !isUsed(name))
      .map((name) => `${layer.paths} -> ${name}`);
  });
  expect(unused).toEqual([]);
});

it('a package that the table names is imported by one layer', () => {
  const wrong = IMPORTS.filter(isPackage).filter(({ file, target }) => {
    const owners = LAYERS.filter(({ packages }) => packages.includes(packageOf(target)));
    return owners.length > 0 && !owners.includes(layerOf(file)!);
  });
  expect(wrong.map(shown)).toEqual([]);
});

it('a layer without Node.js or packages imports neither', () => {
  const wrong = IMPORTS.filter(isPackage).filter(({ file, target }) => {
    const question = layerOf(file)?.question ?? '';
    if (target.startsWith('node:')) return question.includes('ithout Node.js');
    return question.includes('without packages');
  });
  expect(wrong.map(shown)).toEqual([]);
});

it.each(LAYERS.filter(({ folders }) => folders.length > 0))(
  'in $paths no folder imports from one after it',
  (layer) => {
    const [root] = layer.paths;
    const entries = readdirSync(join('src', root!), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(entries.map(({ name }) => name).sort()).toEqual([...layer.folders].sort());
    const place = (file: string) => layer.folders.findIndex((folder) => isWithin(file, `${root}/${folder}`));
    const wrong = IMPORTS.filter(({ file, target }) => place(file) >= 0 && place(target) > place(file));
    expect(wrong.map(shown)).toEqual([]);
  },
);

it('scripts import none of the parts, which bench alone measures', () => {
  const parts = ['nli', 'verify', 'answer', 'server'].map((name) => `../src/${name}`);
  const scripts = readdirSync('scripts', { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.startsWith('bench/') && !path.includes('node_modules'),
  );
  const imports = scripts.flatMap((path) =>
    importsOf(join('../scripts', path), readFileSync(join('scripts', path), 'utf8')),
  );
  expect(imports.length).toBeGreaterThan(100);
  expect(imports.filter(({ target }) => parts.some((part) => isWithin(target, part))).map(shown)).toEqual([]);
});
