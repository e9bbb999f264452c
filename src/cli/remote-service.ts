import { type Command, Option } from 'commander';

export const KEY_VARIABLE = 'CLAIM_VERIFIER_API_KEY';

/** `--url` or CLAIM_VERIFIER_URL. `what` begins the line of the help. */
export function urlOption(what: string): Option {
  return new Option('--url <url>', `${what}; its key is read from ${KEY_VARIABLE}`).env('CLAIM_VERIFIER_URL');
}

/** Ends the process with a message for an invalid URL. */
export function serviceUrl(text: string, command: Command): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  return command.error(`error: expected --url with an address such as http://127.0.0.1:8080, got "${text}"`);
}

export function keyOfEnvironment(): string | undefined {
  return process.env[KEY_VARIABLE]?.trim() || undefined;
}
