import { join } from 'node:path';
import { build } from 'esbuild';
import type { Question, Reply } from './in-cluster/ask.ts';
import { kubectl } from './kubectl.ts';

/** A pod with Node in it; a Deployment as `deploy/NAME`. */
export interface Place {
  readonly namespace: string;
  readonly pod: string;
}

const texts = new Map<string, Promise<string>>();

/** The text of a program of `in-cluster/`, which needs no file in the pod. */
export function programText(name: 'ask' | 'connect' | 'job' | 'load'): Promise<string> {
  const entry = join(import.meta.dirname, 'in-cluster', `${name}.ts`);
  const known = texts.get(name) ?? compile(entry);
  texts.set(name, known);
  return known;
}

async function compile(entry: string): Promise<string> {
  const options = { bundle: true, write: false, platform: 'node', format: 'esm', minify: true } as const;
  const { outputFiles } = await build({ entryPoints: [entry], ...options });
  return outputFiles[0]!.text;
}

/** Arguments of kubectl that run a program of `in-cluster/` in a pod. */
export async function inPod(
  { namespace, pod }: Place,
  name: Parameters<typeof programText>[0],
  order: unknown,
): Promise<string[]> {
  const node = ['node', '--input-type=module', '-e', await programText(name), JSON.stringify(order)];
  return ['-n', namespace, 'exec', '-i', pod, '--', ...node];
}

/** The answers to requests that a pod sends one after the other. */
export async function askFrom(place: Place, questions: readonly Question[]): Promise<Reply[]> {
  return JSON.parse(await kubectl(await inPod(place, 'ask', questions))) as Reply[];
}

/** For each target: "reached", or why not. */
export async function connectFrom(place: Place, targets: readonly string[]): Promise<string[]> {
  return JSON.parse(await kubectl(await inPod(place, 'connect', targets))) as string[];
}
