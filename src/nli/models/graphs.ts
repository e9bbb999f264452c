import { readdir, realpath } from 'node:fs/promises';
import { dirname, join, posix, sep } from 'node:path';
import { byProvider, type ProviderInUse } from '../providers.ts';
import {
  CALIBRATION_FILE,
  DEFAULT_GRAPH,
  type GraphEntry,
  MANIFEST_FILE,
  type Manifest,
  sealedEntry,
} from './manifest.ts';
import { invalidModel, readModelFile } from './sealed-files.ts';

export interface Graph {
  readonly path: string;
  /** External weight files as the manifest names them, else all that may be; relative to the model directory, sorted. */
  readonly data: readonly string[];
  /** onnxruntime's level of graph optimisation; levels differ in speed, and may differ in the last bits of a score. */
  readonly optimisation: 'disabled' | 'basic' | 'extended' | 'all';
  readonly bytes: number;
}

/** One object for all providers that use the same graph. */
export type Graphs = Readonly<Record<ProviderInUse, Graph>>;

type Choice = Readonly<Record<ProviderInUse, Omit<GraphEntry, 'provider'>>>;

/** The graph of each provider: MODEL_FILE when it is set, else the manifest's, else the default graph. */
export function chooseGraphs({ graphs }: Manifest, modelFile: string | undefined): Choice {
  if (graphs === undefined || modelFile !== undefined) {
    const path = modelFile ?? DEFAULT_GRAPH;
    const only: Choice['cpu'] = graphs?.find((graph) => graph.path === path) ?? { path, optimisation: 'basic' };
    return byProvider(() => only);
  }
  return byProvider((provider) => graphs.find((graph) => graph.provider === provider) ?? graphs[0]!);
}

/** Throws `invalid_model` for a graph that is not sealed. */
export function assertGraphsSealed(manifest: Manifest, choice: Choice): void {
  for (const { path } of Object.values(choice)) sealedEntry(manifest, path);
}

/** The graphs with their weight files. Throws `invalid_model` when the manifest names weights that are not sealed. */
export function sealedGraphs(manifest: Manifest, choice: Choice): Graphs {
  const known = new Map<string, Graph>();
  return byProvider((provider) => {
    const { path, optimisation } = choice[provider];
    const graph = known.get(`${optimisation} ${path}`) ?? sealedGraph(manifest, choice[provider]);
    known.set(`${optimisation} ${path}`, graph);
    return graph;
  });
}

function sealedGraph(manifest: Manifest, { path, data: named, optimisation }: Choice['cpu']): Graph {
  const paths = manifest.files.map((file) => file.path);
  const data = [...(named ?? weightsBeside(path, paths))].sort();
  const sealed = data.map((file) => {
    const found = manifest.files.find((one) => one.path === file);
    if (found) return found;
    throw invalidModel(
      `${path} keeps weights in ${file}, which ${MANIFEST_FILE} does not list; to seal the directory again, run claim-verifier model seal DIR.`,
    );
  });
  return { path, data, optimisation, bytes: [sealedEntry(manifest, path), ...sealed].reduce((n, f) => n + f.bytes, 0) };
}

/** True if no CPU uses this graph: a float graph with a quantized CPU graph next to it has its own golden logits. */
export function isForDevicesOnly({ graphs = [] }: Manifest, path: string): boolean {
  const listed = graphs.filter((graph) => graph.path === path);
  return listed.length > 0 && listed.every(({ provider }) => provider !== 'cpu');
}

/** Files of a model directory itself that are not sealed with the model, besides those that begin with a dot. */
const KEPT_APART = [MANIFEST_FILE, CALIBRATION_FILE, 'README.md', 'lost+found'];

/**
 * Every file in the folder of a graph and in the folders inside it, links included: the runtime lets a graph read its
 * weights from any of them, and from nowhere else. Where the graph lies in the model directory itself, without what is
 * kept apart there. Paths relative to the directory, sorted. Throws `invalid_model` when a folder cannot be read.
 */
export async function filesBeside(dir: string, graph: string): Promise<string[]> {
  return (await filesIn(dir, posix.dirname(graph))).sort();
}

async function filesIn(dir: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(dir, folder), { withFileTypes: true }).catch((cause) => {
    throw invalidModel(
      `${join(dir, folder)}: expected the folder of a graph, but reading it failed with ${cause.code}.`,
      cause,
    );
  });
  const apart = (name: string) => folder === '.' && (name.startsWith('.') || KEPT_APART.includes(name));
  const paths = entries
    .filter(({ name }) => !apart(name))
    .map((entry) => {
      const path = posix.join(folder, entry.name);
      return entry.isDirectory() ? filesIn(dir, path) : [path];
    });
  return (await Promise.all(paths)).flat();
}

/**
 * Throws `invalid_model` when the folder of a graph holds a file that is not sealed, which the graph could read, and when
 * the graph is a link that leaves its folder: the runtime would let it read from the folder that the link leads to, too.
 */
export async function assertFolderSealed(dir: string, graph: string, sealed: ReadonlySet<string>): Promise<void> {
  const file = join(dir, graph);
  const [real, folder] = await Promise.all([realpath(file), realpath(dirname(file))]);
  if (!real.startsWith(join(folder, sep)))
    throw invalidModel(`${file}: expected the graph itself, got a link to ${real}. Copy that file to this place.`);
  const others = (await filesBeside(dir, graph)).filter((path) => !sealed.has(path));
  if (others.length === 0) return;
  throw invalidModel(
    `${dirname(file)}: expected only files that ${MANIFEST_FILE} lists, because a graph can read any file in its folder; ` +
      `got also ${others.join(', ')}. Move what does not belong to the model elsewhere, or seal the directory again: ` +
      `claim-verifier model seal ${dir}`,
  );
}

/** The files in the folder of a graph that may hold its weights: those that are no graphs. */
function weightsBeside(graph: string, paths: readonly string[]): string[] {
  const folder = posix.dirname(graph);
  const inside = (path: string) => !/^\.\.(\/|$)/.test(posix.relative(folder, path));
  return paths.filter((path) => inside(path) && !path.endsWith('.onnx')).sort();
}

/**
 * Those of some paths that the graph names as the files of its weights. The names appear in an ONNX file as they are, so
 * they are looked for in its bytes: one that is part of another name may be found too many, none is missed.
 * Throws `invalid_model` when the graph cannot be read.
 */
export async function weightsNamedIn(dir: string, graph: string, paths: readonly string[]): Promise<string[]> {
  const file = join(dir, graph);
  const bytes = await readModelFile(file).catch((cause) => {
    throw invalidModel(
      `${file}: a model directory must contain this graph, but reading it failed with ${cause.code}.`,
      cause,
    );
  });
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return weightsBeside(graph, paths).filter((path) => content.includes(posix.basename(path)));
}
