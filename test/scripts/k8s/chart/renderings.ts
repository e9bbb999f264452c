import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parse, stringify } from 'yaml';
import { documents, FOLDER, type Manifest } from '../manifests.ts';

export const CHART = join(FOLDER, 'chart');

/** What is recorded, in rendered-NAME.yaml beside this file, and the arguments of helm that give it. */
export const RENDERINGS = {
  cpu: [],
  gpu: ['--values=chart/values-gpu.yaml', '--set=monitoring.enabled=true'],
  single: ['--values=chart/values-single.yaml'],
  example: ['--values=example/values.yaml'],
  jobs: ['--set=jobs.enabled=true', '--show-only=templates/jobs.yaml'],
} satisfies Record<string, string[]>;
export type Rendering = keyof typeof RENDERINGS;

export const recordedIn = (name: Rendering) => join(import.meta.dirname, `rendered-${name}.yaml`);

/** Runs helm in the folder of the manifests; `said` is what it wrote when it refused. */
export function helm(...args: readonly string[]): { status: number | null; text: string; said: string } {
  const { status, stdout, stderr } = spawnSync('helm', args, { cwd: FOLDER, encoding: 'utf8' });
  return { status, text: stdout, said: stderr };
}

/** With a version of Kubernetes, because a helm that was not built for a release takes one for granted that is too old. */
export function template(...args: readonly string[]): ReturnType<typeof helm> {
  return helm('template', 'claim-verification-service', 'chart', '--kube-version=1.33.0', ...args);
}

/** What a rendering is made of. Not the schema, which gives no values, nor the alerts, which no recording holds. */
function filesRead(): string[] {
  const templates = readdirSync(join(CHART, 'templates')).filter((name) => !name.endsWith('.txt'));
  return [
    ...['Chart.yaml', 'values.yaml', 'values-gpu.yaml', 'values-single.yaml'].map((name) => `chart/${name}`),
    ...templates.sort().map((name) => `chart/templates/${name}`),
    'example/values.yaml',
  ];
}

/** The first line of a recording, which changes with all that it is made of. */
export function headOf(name: Rendering): string {
  const hash = createHash('sha256').update(JSON.stringify(RENDERINGS[name]));
  for (const path of filesRead()) hash.update(`\0${path}\0`).update(readFileSync(join(FOLDER, path)));
  return `# Recorded by record.ts from the chart ${hash.digest('hex')}`;
}

/** The text of a recording: helm's objects without its comments, and the name of the file in place of the alerts. */
export function render(name: Rendering): string {
  const { status, text, said } = template(...RENDERINGS[name]);
  if (status !== 0) throw new Error(said);
  const objects = text
    .split(/^---$/m)
    .map((part) => parse(part) as Manifest | null)
    .filter((object) => object !== null)
    .map((object) => {
      const file = ALERTS.find((path) => isDeepStrictEqual(object.spec, specOf(path)));
      return file === undefined ? object : { ...object, spec: file };
    });
  return `${headOf(name)}\n${objects.map((object) => `---\n${stringify(object, { lineWidth: 0 })}`).join('')}`;
}

const ALERTS = ['files/alerts.yaml', 'files/alerts-gpu.yaml'];
const specOf = (path: string) => documents(join(CHART, path))[0]!.spec;

/** The recorded objects, with the alerts. */
export function recorded(name: Rendering): Manifest[] {
  return documents(recordedIn(name)).map((object) =>
    ALERTS.includes(object.spec) ? { ...object, spec: specOf(object.spec) } : object,
  );
}
