import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  answerLimits,
  changedSettings,
  loadConfig,
  settings,
  settingWarnings,
  verifierSettings,
} from '../../src/config.ts';
import { ANSWER_LIMITS } from '../../src/index.ts';
import { REMOVED } from '../../src/settings/removed.ts';
import { SETTING_NAMES } from '../../src/settings/schema.ts';
import { verifierOptions } from '../../src/settings/verifier-options.ts';

type OptionName = keyof typeof verifierOptions;
const names = Object.keys(verifierOptions) as OptionName[];
const settingOf = (option: string) => option.replace(/[A-Z]/g, '_$&').toUpperCase() as keyof typeof settings.shape;

/** Values around the bounds that an option states, and what it says of them. */
function around(option: OptionName): number[] {
  const { minimum, maximum } = z.toJSONSchema(verifierOptions[option]);
  if (minimum === undefined || maximum === undefined) return [];
  return [minimum - 1, minimum, maximum, maximum + 1].filter((value) => value >= 0);
}

describe.each(names)('the option %s', (option) => {
  const setting = settings.shape[settingOf(option)];

  it('is a setting with its description and its default', () => {
    expect(setting.description).toBe(verifierOptions[option].description);
    expect(setting.parse(undefined)).toBe(verifierOptions[option].parse(undefined));
  });

  it('has the same bounds as the setting', () => {
    const accepted = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;
    for (const value of around(option)) {
      expect(accepted(setting, String(value)), String(value)).toBe(accepted(verifierOptions[option], value));
    }
  });
});

it('some options have bounds', () => {
  expect(names.filter((option) => around(option).length > 0)).toHaveLength(6);
});

it('every option reaches the verifier from its setting, and no other does', () => {
  const defaults = z.object(verifierOptions).parse({});
  expect(verifierSettings(loadConfig({}))).toEqual(defaults);
  const env = { MODEL_FILE: 'a.onnx', CALIBRATION_FILE: 'b.json', MIN_CONFIDENCE: '0.5' };
  expect(Object.keys(verifierSettings(loadConfig(env))).sort()).toEqual([...names].sort());
});

it('the settings of answers have the limits of the library as their defaults', () => {
  expect(answerLimits(loadConfig({}))).toEqual(ANSWER_LIMITS);
  const env = { MAX_ANSWER_CHARACTERS: '1', MAX_SOURCES: '2', MAX_SOURCES_CHARACTERS: '3' };
  expect(answerLimits(loadConfig(env))).toMatchObject({ answerLength: 1, sources: 2, sourcesLength: 3 });
});

describe('what is said of the settings at start', () => {
  it('is which ones were changed, with secrets as "set"', () => {
    expect(changedSettings(loadConfig({ PORT: '8080', HOST: '127.0.0.1' }))).toEqual({});
    const env = { PORT: '9000', TRUST_PROXY: '10.0.0.0/8', ADMIN_TOKEN: 'the-token-of-the-operator' };
    expect(changedSettings(loadConfig(env))).toEqual({ PORT: 9000, TRUST_PROXY: ['10.0.0.0/8'], ADMIN_TOKEN: 'set' });
  });

  it('is which names look like settings, without their values', () => {
    expect(settingWarnings({ PORT: '1', HOME: '/root', REDIS_URI: 'redis://secret', WORKER: '' })).toEqual([
      'REDIS_URI is not a setting and has no effect; did you mean REDIS_URL?',
    ]);
  });

  it.each(Object.keys(REMOVED))('is that %s was removed, without its value', (name) => {
    const warnings = settingWarnings({ [name]: 'secret-value' });
    expect(warnings).toEqual([expect.stringContaining(name)]);
    expect(warnings[0]).not.toContain('secret-value');
    expect(settingWarnings({ [name]: '' })).toEqual([]);
    expect(loadConfig({ [name]: 'secret-value' })).toEqual(loadConfig({}));
    expect(SETTING_NAMES).not.toContain(name);
  });
});
