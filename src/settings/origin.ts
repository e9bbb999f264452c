import { readFileSync } from 'node:fs';

interface Started {
  readonly env: NodeJS.ProcessEnv;
  /** Node's own options, as in `process.execArgv`. */
  readonly execArgv: readonly string[];
}

/** Where the value of a setting came from, as a sentence: the environment, a file of Node's --env-file, or the default. */
export function originOf(name: string, { env, execArgv }: Started = process): string {
  const value = env[name];
  if (!value) return `${name} is not set, so its default holds.`;
  const files = execArgv.flatMap((option) => /^--env-file(?:-if-exists)?=(.+)$/.exec(option)?.[1] ?? []);
  const file = files.find((path) => settingsIn(path).get(name) === value);
  return file === undefined ? `${name} comes from the environment.` : `${name} comes from the file ${file}.`;
}

/** NAME=value lines; a value may be in quotes. Empty for a file that cannot be read. */
function settingsIn(path: string): ReadonlyMap<string, string> {
  try {
    const lines = readFileSync(path, 'utf8').matchAll(/^[ \t]*(\w+)[ \t]*=(.*)$/gm);
    return new Map([...lines].map(([, name = '', value = '']) => [name, unquoted(value.trim())]));
  } catch {
    return new Map();
  }
}

function unquoted(value: string): string {
  return value.replace(/^(["'])(.*)\1$/, '$2');
}
