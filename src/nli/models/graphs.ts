import { byProvider, deviceOf, type ProviderInUse } from '../providers.ts';
import { weightsBeside } from './graph-folder.ts';
import { DEFAULT_GRAPH, type GraphEntry, MANIFEST_FILE, type Manifest, sealedEntry } from './manifest.ts';
import { invalidModel } from './sealed-files.ts';

/** A graph of a model with what is needed to open a session on it. */
export interface Graph {
  /** Relative to the model directory. */
  readonly path: string;
  /** External weight files as the manifest names them, else all that may be; relative to the model directory, sorted. */
  readonly data: readonly string[];
  /** onnxruntime's level of graph optimisation; levels differ in speed, and may differ in the last bits of a score. */
  readonly optimisation: 'disabled' | 'basic' | 'extended' | 'all';
  /** Size of the graph and its data together. */
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

/** Whether no CPU uses this graph: a float graph beside a quantised CPU graph has its own golden logits. */
export function isForDevicesOnly({ graphs = [] }: Manifest, path: string): boolean {
  const listed = graphs.filter((graph) => graph.path === path);
  return listed.length > 0 && listed.every(({ provider }) => deviceOf(provider) !== undefined);
}
