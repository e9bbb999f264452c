import { type Config, loadConfig, settings, settingWarnings } from '../../config.ts';
import { type Finding, failed, ok, warning } from './finding.ts';

export interface CheckedSettings {
  /** Undefined when the settings are not valid. */
  readonly config: Config | undefined;
  readonly findings: readonly Finding[];
}

/** Reads the settings as the service does; each invalid setting is a finding. */
export function checkSettings(): CheckedSettings {
  try {
    const config = loadConfig();
    const names = Object.keys(settings.shape).filter((name) => process.env[name]);
    // Names only: values may be secrets.
    const found = ok('settings', names.length === 0 ? 'all defaults' : `set: ${names.join(', ')}`);
    return { config, findings: [found, ...settingWarnings().map((sentence) => warning('settings', sentence))] };
  } catch (error) {
    const sentences = (error as Error).message.split('\n');
    const advice = '`claim-verifier serve --help` lists all settings.';
    return {
      config: undefined,
      findings: sentences.map((sentence) => failed('settings', new Error(sentence), advice)),
    };
  }
}
