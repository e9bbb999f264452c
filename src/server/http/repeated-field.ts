/**
 * The name of the first field that occurs twice in the top-level object of a well-formed JSON text, or `undefined`.
 * JSON.parse silently keeps the last value.
 */
export function repeatedField(json: string): string | undefined {
  if (!/^\s*\{/.test(json)) return undefined;
  const seen = new Set<string>();
  let depth = 0;
  let nameMayFollow = false;
  for (let index = 0; index < json.length; index += 1) {
    const character = json[index];
    if (character === '"') {
      const end = stringEnd(json, index);
      if (nameMayFollow) {
        const name: string = JSON.parse(json.slice(index, end));
        if (seen.has(name)) return name;
        seen.add(name);
        nameMayFollow = false;
      }
      index = end - 1;
    } else if (character === '{' || character === '[') {
      depth += 1;
      nameMayFollow = depth === 1;
    } else if (character === '}' || character === ']') depth -= 1;
    else if (character === ',') nameMayFollow = depth === 1;
  }
  return undefined;
}

/** The offset after the closing quote of the string that opens at `start`. */
function stringEnd(json: string, start: number): number {
  let index = start + 1;
  while (json[index] !== '"') index += json[index] === '\\' ? 2 : 1;
  return index + 1;
}
