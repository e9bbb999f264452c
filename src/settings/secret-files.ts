import { readFileSync } from 'node:fs';
import { SECRETS } from './schema.ts';

export interface SecretFiles {
  /** Secrets by setting, without leading and trailing white space. */
  readonly secrets: Readonly<Record<string, string>>;
  /** One sentence per `_FILE` setting that cannot be used. */
  readonly problems: readonly string[];
}

/** Reads the files that the `<name>_FILE` settings name. */
export function readSecretFiles(env: NodeJS.ProcessEnv): SecretFiles {
  const secrets: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of SECRETS) {
    const setting = `${name}_FILE`;
    const file = env[setting];
    if (!file) continue;
    if (env[name]) {
      problems.push(`${setting}: expected either ${name} or ${setting}, got both; unset one of them`);
      continue;
    }
    try {
      const text = readFileSync(file, 'utf8').trim();
      if (text === '') {
        problems.push(`${setting}: expected a file that holds the secret; got "${file}", which is empty`);
      } else secrets[name] = text;
    } catch (error) {
      problems.push(`${setting}: expected a readable file; got "${file}": ${(error as NodeJS.ErrnoException).code}`);
    }
  }
  return { secrets, problems };
}
