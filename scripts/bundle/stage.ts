import { chmod, copyFile, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checksumsOf } from './checksums.ts';
import { licencesOf } from './licences.ts';
import { pruneModules, TARGET } from './prune.ts';
import { run } from './run.ts';
import { installedPackages, sbomOf } from './sbom.ts';
import { type BundledModels, modelLines, stageModels } from './stage-models.ts';

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
  const listed = await run('npm', ['sbom', '--package-lock-only', '--sbom-format=cyclonedx'], { cwd: app });
  await pruneModules(join(app, 'node_modules'));
  const installed = await installedPackages(app);
  await writeFile(
    join(folder, 'sbom.cdx.json'),
    `${JSON.stringify(sbomOf(JSON.parse(listed), installed, models), null, 1)}\n`,
  );
  const texts = join(parts.root, 'scripts', 'bundle', 'licences');
  await writeFile(join(folder, 'THIRD-PARTY-LICENCES.txt'), await licencesOf(app, [...installed, ...models], texts));
  await stageTemplates(folder, parts);
  await writeFile(join(folder, 'SHA256SUMS'), await checksumsOf(folder));
}

async function stageApp(app: string, { root, cuda }: Parts): Promise<void> {
  for (const file of ['package.json', 'package-lock.json', '.npmrc', 'LICENSE', 'README.md', 'CHANGELOG.md'])
    await copyFile(join(root, file), join(app, file));
  const { platform, arch, libc } = TARGET;
  await run('npm', ['ci', '--omit=dev', '--ignore-scripts', `--os=${platform}`, `--cpu=${arch}`, `--libc=${libc}`], {
    cwd: app,
  });
  if (cuda) await installCuda(join(app, 'node_modules', 'onnxruntime-node'));
  await cp(join(root, 'dist'), join(app, 'dist'), {
    recursive: true,
    filter: (path) => !path.endsWith('.tsbuildinfo'),
  });
}

async function installCuda(runtime: string): Promise<void> {
  const env = { ONNXRUNTIME_NODE_INSTALL: 'cuda12' };
  await run('node', [join('script', 'install.js')], { cwd: runtime, env });
  const tensorrt = 'libonnxruntime_providers_tensorrt.so';
  await rm(join(runtime, 'bin', 'napi-v6', TARGET.platform, TARGET.arch, tensorrt), { force: true });
}

async function stageTemplates(folder: string, { root, models }: Parts): Promise<void> {
  for (const name of TEMPLATES) await copyFile(join(root, 'scripts', 'bundle', name), join(folder, name));
  await chmod(join(folder, 'install.sh'), 0o755);
  await writeFile(join(folder, 'MODEL'), modelLines(models));
}
