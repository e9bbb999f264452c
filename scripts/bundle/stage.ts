import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { chmod, copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { pruneModules, TARGET } from './prune.ts';
import { type BundledModels, type ModelPart, modelLines, stageModels } from './stage-models.ts';

const TEMPLATES = ['install.sh', 'README.md', 'claim-verification-service.service'];

export interface Parts {
  /** The repository, after `npm run build`. */
  readonly root: string;
  readonly models: BundledModels;
  /** Install the CUDA libraries of onnxruntime too: a download from NuGet. */
  readonly cuda: boolean;
}

/** Fills an empty folder with everything that goes into the archive. Needs npm and a registry. */
export async function stageBundle(folder: string, parts: Parts): Promise<void> {
  const app = join(folder, 'app');
  await mkdir(app);
  // First: a model that does not match its manifest must fail before minutes of installing.
  const models = await stageModels(app, parts.models);
  await stageApp(app, parts);
  // Without --omit=dev, which also omits packages that both need; packages that are not in the archive are removed below.
  const listed = await run('npm', ['sbom', '--package-lock-only', '--sbom-format=cyclonedx'], app);
  await pruneModules(join(app, 'node_modules'));
  const installed = await installedPackages(app);
  await writeFile(
    join(folder, 'sbom.cdx.json'),
    `${JSON.stringify(sbomOf(JSON.parse(listed), installed, models), null, 1)}\n`,
  );
  await writeFile(join(folder, 'THIRD-PARTY-LICENCES.txt'), await licencesOf(app, [...installed, ...models]));
  await stageTemplates(folder, parts);
  await writeFile(join(folder, 'SHA256SUMS'), await checksumsOf(folder));
}

async function stageApp(app: string, { root, cuda }: Parts): Promise<void> {
  for (const file of ['package.json', 'package-lock.json', '.npmrc', 'LICENSE', 'README.md', 'CHANGELOG.md'])
    await copyFile(join(root, file), join(app, file));
  const { platform, arch, libc } = TARGET;
  await run(
    'npm',
    ['ci', '--omit=dev', '--ignore-scripts', `--os=${platform}`, `--cpu=${arch}`, `--libc=${libc}`],
    app,
  );
  if (cuda) await installCuda(join(app, 'node_modules', 'onnxruntime-node'));
  await cp(join(root, 'dist'), join(app, 'dist'), {
    recursive: true,
    filter: (path) => !path.endsWith('.tsbuildinfo'),
  });
}

async function installCuda(runtime: string): Promise<void> {
  const env = { ONNXRUNTIME_NODE_INSTALL: 'cuda12' };
  await run('node', [join('script', 'install.js')], runtime, env);
  const tensorrt = 'libonnxruntime_providers_tensorrt.so';
  await rm(join(runtime, 'bin', 'napi-v6', TARGET.platform, TARGET.arch, tensorrt), { force: true });
}

async function stageTemplates(folder: string, { root, models }: Parts): Promise<void> {
  for (const name of TEMPLATES) await copyFile(join(root, 'scripts', 'bundle', name), join(folder, name));
  await chmod(join(folder, 'install.sh'), 0o755);
  await writeFile(join(folder, 'MODEL'), modelLines(models));
}

const component = z.looseObject({ 'bom-ref': z.string(), name: z.string(), version: z.string() });
const sbomSchema = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  metadata: z.looseObject({ component: z.looseObject({ 'bom-ref': z.string(), name: z.string() }) }),
  components: z.array(component),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()).optional() })),
});
type Sbom = z.infer<typeof sbomSchema>;

const hiddenLock = z.object({
  name: z.string(),
  packages: z.record(z.string(), z.looseObject({ name: z.string().optional(), version: z.string() })),
});

interface Installed {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
}

/** The packages in `app/node_modules`: npm's own list without the pruned packages. */
export async function installedPackages(app: string): Promise<readonly Installed[]> {
  const lock = hiddenLock.parse(JSON.parse(await readFile(join(app, 'node_modules', '.package-lock.json'), 'utf8')));
  return Object.entries(lock.packages)
    .filter(([folder]) => existsSync(join(app, folder, 'package.json')))
    .map(([folder, { name, version }]) => ({ name: name ?? folder.split('node_modules/').at(-1)!, version, folder }));
}

/**
 * npm's CycloneDX document of the lock file, reduced to the packages in the archive, with a component for each model. It
 * has no time and serial number, so that the same parts give the same bytes. Throws when npm did not list an installed
 * package.
 */
export function sbomOf(fromNpm: unknown, installed: readonly Installed[], models: readonly ModelPart[]): Sbom {
  const { serialNumber: _serial, metadata, ...sbom } = sbomSchema.parse(fromNpm);
  const { timestamp: _time, ...what } = metadata;
  const components = sbom.components.filter((part) => installed.some((one) => idOf(one) === idOf(part)));
  const unlisted = installed.filter((one) => !components.some((part) => idOf(part) === idOf(one)));
  if (unlisted.length > 0)
    throw new Error(`Expected npm to list every package, but it did not list ${unlisted.map(idOf)}.`);
  const root = what.component['bom-ref'];
  const modelParts = models.map(componentOf);
  const refs = new Set([root, ...components.map((part) => part['bom-ref'])]);
  const dependencies = sbom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }));
  dependencies.find(({ ref }) => ref === root)?.dependsOn.push(...modelParts.map((part) => part['bom-ref']));
  // npm uses the name of the folder.
  const component = { ...what.component, name: 'claim-verification-service' };
  return { ...sbom, metadata: { ...what, component }, components: [...components, ...modelParts], dependencies };
}

function idOf({ name, version }: { readonly name: string; readonly version: string }): string {
  return `${name}@${version}`;
}

function componentOf({ name, version, sha256, license }: ModelPart) {
  return {
    'bom-ref': `model:${name}@${version}`,
    type: 'machine-learning-model',
    name,
    version,
    hashes: [{ alg: 'SHA-256', content: sha256 }],
    licenses: [{ license: { name: license } }],
  };
}

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice|third[-_]?party)/i;
const RULE = '='.repeat(80);

interface LicensedPart {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
  /** Its declared licence; undefined: the one in its package.json. */
  readonly license?: string;
}

/**
 * One text with the licence of every part: its name, its declared licence, and its licence files and notices. Throws when a
 * part has neither a licence file nor a declared licence, and when one of the LGPL or GPL brings no text, which has to travel.
 */
export async function licencesOf(app: string, parts: readonly LicensedPart[]): Promise<string> {
  const sections = await Promise.all(parts.map((part) => section(app, part)));
  return `${sections.join('\n\n')}\n`;
}

async function section(app: string, { name, version, folder, license }: LicensedPart): Promise<string> {
  const home = join(app, folder);
  const declared = license ?? (await licenceInPackage(home));
  const files = (await readdir(home)).filter((file) => LICENCE_FILE.test(file) && !/\.[cm]?[jt]s$/.test(file)).sort();
  if (files.length === 0 && (declared === undefined || /GPL/.test(declared))) {
    const got = declared === undefined ? 'neither' : `${declared} without its text`;
    throw new Error(`${name}@${version}: expected a licence in its package.json or a licence file, got ${got}.`);
  }
  const texts = await Promise.all(
    files.map(async (file) => `${file}:\n${(await readFile(join(home, file), 'utf8')).trim()}`),
  );
  return [RULE, `${name} ${version}`, `Declared licence: ${declared ?? 'see below'}`, RULE, ...texts].join('\n');
}

async function licenceInPackage(home: string): Promise<string | undefined> {
  const { license, licenses } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'));
  return declaredLicence(license ?? licenses);
}

function declaredLicence(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(declaredLicence).join(' OR ');
  const type = (value as { type?: unknown } | undefined)?.type;
  return typeof type === 'string' ? type : undefined;
}

const exec = promisify(execFile);
/** npm's list of components is the longest output: a megabyte or two. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Runs a program without a shell; resolves with its standard output, rejects with its error output. */
export async function run(
  program: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  try {
    const { stdout } = await exec(program, [...args], {
      cwd,
      env: { ...process.env, ...env },
      maxBuffer: MAX_OUTPUT_BYTES,
    });
    return stdout;
  } catch (cause) {
    const { stderr = '' } = cause as { stderr?: string };
    throw new Error(`${program} ${args[0]} failed: ${stderr.trim() || (cause as Error).message}`, { cause });
  }
}

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Lines as `sha256sum` writes and checks them, of every file below a folder, sorted by path. */
export async function checksumsOf(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
  let lines = '';
  for (const path of paths) lines += `${await sha256Of(join(folder, path))}  ${path}\n`;
  return lines;
}
