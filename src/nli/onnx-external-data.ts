import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join, posix } from 'node:path';
import { invalidModel } from './invalid-model.ts';

/**
 * Messages of the ONNX format that lead to tensors: which fields hold which message. All other fields are skipped,
 * so that only a few hundred small pieces of a one-gigabyte graph are read.
 */
const FIELDS: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  model: { 7: 'graph', 20: 'training', 25: 'function' },
  training: { 1: 'graph', 2: 'graph' },
  graph: { 1: 'node', 5: 'tensor', 15: 'sparse' },
  function: { 7: 'node', 11: 'attribute' },
  node: { 5: 'attribute' },
  attribute: { 5: 'tensor', 6: 'graph', 10: 'tensor', 11: 'graph', 22: 'sparse', 23: 'sparse' },
  sparse: { 1: 'tensor', 2: 'tensor' },
  tensor: { 13: 'external' },
};
const MODEL_GRAPH = 7;
/** Key and value of an entry of a tensor's `external_data`. */
const KEY = 1;
const VALUE = 2;
/** Wire types of protocol buffers. */
const VARINT = 0;
const EIGHT_BYTES = 1;
const COUNTED = 2;
const FOUR_BYTES = 5;
/** Graphs can be nested in attributes of nodes; real ones are nested a few times, a corrupt file may be endless. */
const MAX_DEPTH = 100;
const MAX_TEXT_BYTES = 4096;
const MAX_VARINT_BYTES = 10;

/**
 * The files in which an ONNX graph keeps its tensors' data: paths relative to the model directory, sorted, each once.
 * `graph` is relative to the directory too. Throws `invalid_model` when the file is missing, truncated or not an ONNX model,
 * and when a path leaves the directory.
 */
export function externalData(dir: string, graph: string): readonly string[] {
  const file = join(dir, graph);
  const found = new Set<string>();
  for (const location of locationsIn(file)) found.add(insideDirectory(file, graph, location));
  return [...found].sort();
}

function insideDirectory(file: string, graph: string, location: string): string {
  const path = posix.join(posix.dirname(graph), location);
  if (location !== '' && !posix.isAbsolute(location) && !/^\.\.(\/|$)/.test(path)) return path;
  throw invalidModel(`${file}: its external data "${location}" must lie inside the model directory.`);
}

function locationsIn(file: string): readonly string[] {
  const descriptor = openGraph(file);
  try {
    const bytes = new FileBytes(descriptor);
    const reader = new MessageReader(bytes);
    reader.message('model', { start: 0, end: bytes.size }, 0);
    if (!reader.sawGraph) throw new Malformed('it contains no graph');
    return reader.locations;
  } catch (cause) {
    if (!(cause instanceof Malformed)) throw cause;
    throw invalidModel(`${file}: expected an ONNX model, but ${cause.message}. Copy or export the file again.`, cause);
  } finally {
    closeSync(descriptor);
  }
}

function openGraph(file: string): number {
  try {
    return openSync(file, 'r');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw invalidModel(
      `${file}: a model directory must contain this graph, but reading it failed with ${code}.`,
      cause,
    );
  }
}

class Malformed extends Error {}

interface Range {
  readonly start: number;
  readonly end: number;
}

class MessageReader {
  readonly locations: string[] = [];
  sawGraph = false;
  readonly #bytes: FileBytes;
  #at = 0;

  constructor(bytes: FileBytes) {
    this.#bytes = bytes;
  }

  message(kind: string, { start, end }: Range, depth: number): void {
    if (depth > MAX_DEPTH) throw new Malformed(`messages are nested more than ${MAX_DEPTH} times`);
    const texts: Record<number, string> = {};
    this.#at = start;
    while (this.#at < end) {
      const key = this.#varint(end);
      const field = Math.floor(key / 8);
      const range = this.#valueOf(key % 8, end);
      const inner = key % 8 === COUNTED ? FIELDS[kind]?.[field] : undefined;
      if (kind === 'model' && field === MODEL_GRAPH) this.sawGraph = true;
      if (kind === 'external' && (field === KEY || field === VALUE)) texts[field] = this.#text(range);
      if (inner !== undefined) this.message(inner, range, depth + 1);
      this.#at = range.end;
    }
    if (texts[KEY] === 'location') this.locations.push(texts[VALUE] ?? '');
  }

  /** The byte range of a field's value; throws when it extends beyond the message that contains it. */
  #valueOf(wireType: number, end: number): Range {
    if (wireType === VARINT) this.#varint(end);
    const length = { [VARINT]: 0, [EIGHT_BYTES]: 8, [FOUR_BYTES]: 4 }[wireType] ?? this.#length(wireType, end);
    const start = this.#at;
    if (start + length > end) throw new Malformed(`a value at byte ${start} is truncated`);
    return { start, end: start + length };
  }

  #length(wireType: number, end: number): number {
    if (wireType !== COUNTED) throw new Malformed(`byte ${this.#at} does not start a field`);
    return this.#varint(end);
  }

  #varint(end: number): number {
    let value = 0;
    for (let i = 0; i < MAX_VARINT_BYTES && this.#at < end; i++) {
      const byte = this.#bytes.at(this.#at++);
      value += (byte & 0x7f) * 2 ** (7 * i);
      if (byte < 0x80) return value;
    }
    throw new Malformed(`a number before byte ${this.#at} is truncated`);
  }

  #text({ start, end }: Range): string {
    if (end - start > MAX_TEXT_BYTES)
      throw new Malformed(`the name at byte ${start} has ${end - start} bytes, more than ${MAX_TEXT_BYTES}`);
    return Buffer.from(Array.from({ length: end - start }, (_, i) => this.#bytes.at(start + i))).toString('utf8');
  }
}

/** Random access to single bytes of a file through a small buffer: weights inside the graph are never read. */
class FileBytes {
  readonly size: number;
  readonly #descriptor: number;
  readonly #window = Buffer.alloc(16_384);
  #start = 0;
  #length = 0;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
    this.size = fstatSync(descriptor).size;
  }

  at(offset: number): number {
    if (offset < this.#start || offset >= this.#start + this.#length) {
      this.#start = offset;
      this.#length = readSync(this.#descriptor, this.#window, 0, this.#window.length, offset);
      if (this.#length === 0) throw new Malformed(`the file ended at byte ${offset} while it was read`);
    }
    return this.#window[offset - this.#start]!;
  }
}
