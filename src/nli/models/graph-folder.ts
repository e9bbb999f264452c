import { readdir, readFile, realpath } from 'node:fs/promises';
import { dirname, join, posix, sep } from 'node:path';
import { CALIBRATION_FILE, MANIFEST_FILE } from './manifest.ts';
import { invalidModel } from './sealed-files.ts';

/** What lies in a model directory itself and is not sealed with the model; also what begins with a dot. */
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
export function weightsBeside(graph: string, paths: readonly string[]): string[] {
  const folder = posix.dirname(graph);
  const inside = (path: string) => !/^\.\.(\/|$)/.test(posix.relative(folder, path));
  return paths.filter((path) => inside(path) && !path.endsWith('.onnx')).sort();
}

/**
 * Those of some paths that the graph names as the files of its weights. The names stand in an ONNX file as they are, so
 * they are looked for in its bytes: one that is part of another name may be found too many, none is missed.
 * Throws `invalid_model` when the graph cannot be read.
 */
export async function weightsNamedIn(dir: string, graph: string, paths: readonly string[]): Promise<string[]> {
  const file = join(dir, graph);
  const bytes = await readFile(file).catch((cause) => {
    throw invalidModel(
      `${file}: a model directory must contain this graph, but reading it failed with ${cause.code}.`,
      cause,
    );
  });
  return weightsBeside(graph, paths).filter((path) => bytes.includes(posix.basename(path)));
}
