/** A source as it was pasted. */
export interface PastedSource {
  readonly id?: string;
  readonly title?: string;
  readonly text: string;
}

/**
 * Sources pasted as one text: a JSON array of `{id, title?, text}`, or texts between lines of three dashes or more, each
 * with a first line `[id] title` if it has an id.
 */
export function parseSources(pasted: string): PastedSource[] {
  return fromJson(pasted) ?? pasted.split(/^[ \t]*-{3,}[ \t]*$/m).flatMap(fromBlock);
}

function fromJson(pasted: string): PastedSource[] | undefined {
  try {
    const parsed: unknown = JSON.parse(pasted);
    return Array.isArray(parsed) ? parsed.flatMap(fromObject) : undefined;
  } catch {
    return undefined;
  }
}

function fromObject(value: unknown): PastedSource[] {
  const { id, title, text } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof text !== 'string') return [];
  const named = typeof id === 'string' || typeof id === 'number' ? { id: String(id) } : {};
  return [{ ...named, ...(typeof title === 'string' ? { title } : {}), text }];
}

function fromBlock(block: string): PastedSource[] {
  const text = block.trim();
  if (text === '') return [];
  const [, id, title = '', rest] = /^\[([^\]\n]+)\][ \t]*(.*)\n([\s\S]*)$/.exec(text) ?? [];
  if (id === undefined || rest === undefined) return [{ text }];
  return [{ id, ...(title.trim() === '' ? {} : { title: title.trim() }), text: rest.trim() }];
}
