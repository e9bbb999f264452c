/** Writes small ONNX graphs, so that tests can bring interfaces that no model at hand has. */

const ELEMENT = { float32: 1, int32: 6, int64: 7, float16: 10, float64: 11 } as const;
type ElementType = keyof typeof ELEMENT;

export interface TinyGraph {
  readonly inputs: Readonly<Record<string, ElementType>>;
  /** Type and columns of the output; its row is the greatest input id, its negative, and again the greatest id. */
  readonly output: ElementType;
  readonly columns: number;
  /** A file next to the graph that holds a weight of four bytes, added to each logit. */
  readonly location?: string;
}

/** A graph over the interface given, whose logits are (m, -m, m, ...) for m the greatest unmasked id of the row. */
export function tinyGraph({ inputs, output, columns, location }: TinyGraph): Uint8Array {
  const signs = Array.from({ length: columns }, (_, i) => (i % 2 === 0 ? 'top' : 'bottom'));
  const added = location === undefined ? [] : [node('Add', ['wide', 'weight'], 'sum', [])];
  const nodes = [
    node('Cast', ['input_ids'], 'ids', [intAttribute('to', ELEMENT.float32)]),
    node('ReduceMax', ['ids'], 'top', [intsAttribute('axes', [1]), intAttribute('keepdims', 1)]),
    node('Neg', ['top'], 'bottom', []),
    node('Concat', signs, 'wide', [intAttribute('axis', 1)]),
    ...added,
    node('Cast', [location === undefined ? 'wide' : 'sum'], 'logits', [intAttribute('to', ELEMENT[output])]),
  ];
  const graph = [
    ...nodes.map((bytes) => field(1, bytes)),
    field(2, text('tiny')),
    ...(location === undefined ? [] : [field(5, externalTensor('weight', location))]),
    ...Object.entries(inputs).map(([name, type]) => field(11, value(name, type, ['rows', 'length']))),
    field(12, value('logits', output, ['rows', columns])),
  ];
  const opset = concat([field(1, text('')), number(2, 11)]);
  return concat([number(1, 7), field(8, opset), field(7, concat(graph))]);
}

export function node(operator: string, inputs: readonly string[], output: string, attributes: readonly Uint8Array[]) {
  return concat([
    ...inputs.map((name) => field(1, text(name))),
    field(2, text(output)),
    field(4, text(operator)),
    ...attributes.map((attribute) => field(5, attribute)),
  ]);
}

const intAttribute = (name: string, i: number) => concat([field(1, text(name)), number(3, i), number(20, 2)]);

const intsAttribute = (name: string, ints: readonly number[]) =>
  concat([field(1, text(name)), ...ints.map((i) => number(8, i)), number(20, 7)]);

/** One float32, kept in another file. */
export function externalTensor(name: string, location: string): Uint8Array {
  const entry = (key: string, words: string) => field(13, concat([field(1, text(key)), field(2, text(words))]));
  const where = [entry('location', location), entry('offset', '0'), entry('length', '4')];
  return concat([number(1, 1), number(2, ELEMENT.float32), field(8, text(name)), ...where, number(14, 1)]);
}

export function value(name: string, type: ElementType, shape: readonly (string | number)[]) {
  const dimensions = shape.map((size) => field(1, typeof size === 'string' ? field(2, text(size)) : number(1, size)));
  const tensor = concat([number(1, ELEMENT[type]), field(2, concat(dimensions))]);
  return concat([field(1, text(name)), field(2, field(1, tensor))]);
}

// Protocol buffers: a varint key of field number and wire type, then a varint or a counted run of bytes.
export const text = (string: string) => new TextEncoder().encode(string);
export const number = (id: number, int: number) => concat([varint(id << 3), varint(int)]);
export const field = (id: number, bytes: Uint8Array) => concat([varint((id << 3) | 2), varint(bytes.length), bytes]);

function varint(int: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = int; ; rest >>>= 7) {
    if (rest < 0x80) return Uint8Array.from([...bytes, rest]);
    bytes.push((rest & 0x7f) | 0x80);
  }
}

export const concat = (parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
