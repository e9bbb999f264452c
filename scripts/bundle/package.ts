import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Option } from 'commander';
import { runCommandLine } from '../../src/cli/command-line.ts';
import { PACKAGE_ROOT, packageFacts } from '../../src/package.ts';
import { npmCommand } from '../npm-command.ts';
import { pack } from './pack.ts';
import { pruneModules } from './prune.ts';
import { installedPackages, run } from './stage.ts';

/** The library's types use those of zod. */
const TYPES = /^zod\/(?!src\/).*\.d\.[cm]?ts$/;

/** `npm run package`: the npm package with its dependencies inside, for projects on machines without a network. */
await runCommandLine(
  npmCommand('package', '--output ../project')
    .description(
      'Packs the npm package with all of its dependencies for this platform into one file, which npm installs without a network.',
    )
    .addOption(new Option('--output <folder>', 'folder for the file').default('.', 'current folder'))
    .action(writePackage),
);

async function writePackage({ output }: { readonly output: string }): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'package-'));
  try {
    const folder = join(work, 'package');
    await stagePackage(work, folder);
    const { name, version } = packageFacts();
    await pack(folder, join(resolve(output), `${name}-${version}-${process.platform}-${process.arch}.tgz`));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function stagePackage(work: string, folder: string): Promise<void> {
  const [{ filename }] = JSON.parse(await run('npm', ['pack', '--json', '--pack-destination', work], PACKAGE_ROOT));
  await run('tar', ['-xf', filename], work);
  await mkdir(folder, { recursive: true });
  const lock = join(folder, 'package-lock.json');
  await writeFile(lock, await readFile(join(PACKAGE_ROOT, 'package-lock.json')));
  await run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline'], folder);
  await rm(lock);
  await pruneModules(join(folder, 'node_modules'), process, TYPES);
  const installed = await installedPackages(folder);
  await rm(join(folder, 'node_modules', '.package-lock.json'));
  const names = new Set(installed.map(({ name }) => name));
  for (const one of installed)
    await editManifest(join(folder, one.folder), (manifest) => withoutInstall(manifest, names));
  await editManifest(folder, (manifest) => ({
    ...withoutInstall(manifest, names),
    os: [process.platform],
    cpu: [process.arch],
    bundleDependencies: Object.keys(manifest.dependencies as object),
  }));
}

type Manifest = Readonly<Record<string, unknown>>;

async function editManifest(folder: string, edit: (manifest: Manifest) => Manifest): Promise<void> {
  const file = join(folder, 'package.json');
  await writeFile(file, `${JSON.stringify(edit(JSON.parse(await readFile(file, 'utf8'))), undefined, 2)}\n`);
}

/** Leaves out what npm would run or fetch on the machine that installs: scripts and other platforms' packages. */
function withoutInstall(manifest: Manifest, installed: ReadonlySet<string>): Manifest {
  const { scripts: _scripts, devDependencies: _dev, optionalDependencies = {}, ...rest } = manifest;
  const kept = Object.entries(optionalDependencies as object).filter(([name]) => installed.has(name));
  return { ...rest, optionalDependencies: Object.fromEntries(kept) };
}
