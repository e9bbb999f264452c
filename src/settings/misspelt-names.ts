import { closest, distance } from 'fastest-levenshtein';

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
  const isShort = name.length < MIN_LENGTH;
  const best = closest(name, settings);
  if (distance(name, best) <= (isShort ? 1 : MAX_DISTANCE)) return best;
  return isShort ? undefined : settings.find((setting) => setting.startsWith(name) || setting.endsWith(name));
}
