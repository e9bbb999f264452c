const MAX_DISTANCE = 2;
/** Shorter names may differ by one letter only: HOME is two letters from HOST. */
const MIN_LENGTH = 6;

/** A variable of the environment that is no setting, and the setting that was probably meant. */
export interface MisspeltName {
  readonly name: string;
  readonly meant: string;
}

/**
 * The names that are probably misspelt settings: at most two letters different, or the beginning or end of a setting
 * (RATE_LIMIT_PER_MIN). The environment is full of other programs' variables, so all other names are left alone.
 */
export function misspeltNames(names: readonly string[], settings: readonly string[]): MisspeltName[] {
  const known = new Set(settings);
  return names.flatMap((name) => {
    if (known.has(name)) return [];
    const meant = nearest(name, settings);
    return meant === undefined ? [] : [{ name, meant }];
  });
}

function nearest(name: string, settings: readonly string[]): string | undefined {
  const maxDistance = name.length < MIN_LENGTH ? 1 : MAX_DISTANCE;
  const [best] = settings
    .map((setting) => ({ setting, distance: editDistance(name, setting) }))
    .sort((a, b) => a.distance - b.distance);
  if (best !== undefined && best.distance <= maxDistance) return best.setting;
  if (name.length < MIN_LENGTH) return undefined;
  return settings.find((setting) => setting.startsWith(name) || setting.endsWith(name));
}

/** Levenshtein distance: insertions, deletions and replacements that turn one text into the other. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = previous[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, previous[column]! + 1, current[column - 1]! + 1));
    }
    previous = current;
  }
  return previous[b.length]!;
}
