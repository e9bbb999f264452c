import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig, PACKAGE_ROOT, verifierSettings } from '../src/config.ts';

describe('the settings of the two models', () => {
  it('take the models of the package by default', () => {
    const settings = verifierSettings(loadConfig({}));
    expect(settings).toMatchObject({
      modelDir: join(PACKAGE_ROOT, 'models/claim-nli'),
      evidenceModelDir: join(PACKAGE_ROOT, 'models/claim-nli-compact'),
      maxQueueMs: 10_000,
    });
    expect(settings).not.toHaveProperty('modelFile');
  });

  it('reach the verifier under their own names', () => {
    const env = {
      MODEL_DIR: '/models/a',
      MODEL_FILE: 'onnx/a.onnx',
      EVIDENCE_MODEL_DIR: '/models/b',
      MAX_QUEUE_MS: '900',
    };
    expect(verifierSettings(loadConfig(env))).toMatchObject({
      modelDir: '/models/a',
      modelFile: 'onnx/a.onnx',
      evidenceModelDir: '/models/b',
      maxQueueMs: 900,
    });
  });

  it('may be paths from the folder the process is in', () => {
    const { MODEL_DIR, EVIDENCE_MODEL_DIR } = loadConfig({ MODEL_DIR: 'a', EVIDENCE_MODEL_DIR: 'b/c' });
    expect([MODEL_DIR, EVIDENCE_MODEL_DIR]).toEqual([join(process.cwd(), 'a'), join(process.cwd(), 'b/c')]);
  });

  it.each([
    ['SCORE_CACHE_PAIRS', '-1', 'expected a whole number'],
    ['SCORE_CACHE_PAIRS', '10000001', 'Too big'],
    ['MAX_QUEUE_MS', '0', 'Too small'],
    ['MAX_QUEUE_MS', '4.5', 'expected a whole number'],
    ['MIN_CONFIDENCE', '25 %', 'expected a number such as 0.25'],
    ['MIN_CONFIDENCE', '1.5', 'Too big'],
  ])('%s may not be %s', (name, value, words) => {
    expect(() => loadConfig({ [name]: value })).toThrow(new RegExp(`^${name}: ${words}.*; got "${value}"$`));
  });
});

describe('a secret in a file', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function fileWith(text: string): string {
    const file = join(folder, 'secret');
    writeFileSync(file, text);
    return file;
  }

  const SECRETS = {
    DATABASE_URL: 'postgres://user:pass-word@db:5432/claims',
    REDIS_URL: 'rediss://:pass-word@redis:6379',
    SMTP_URL: 'smtps://user:pass-word@mail:465',
    ADMIN_TOKEN: 'pass-word-of-the-operator',
  };
  const names = Object.keys(SECRETS) as (keyof typeof SECRETS)[];

  it.each(names)('%s is taken without the white space around it', (name) => {
    const file = fileWith(`\n ${SECRETS[name]}\r\n`);
    expect(loadConfig({ [`${name}_FILE`]: file })[name]).toBe(SECRETS[name]);
  });

  it.each(names)('%s may not be given in both ways, though empty counts as unset', (name) => {
    const file = fileWith(SECRETS[name]);
    const both = { [name]: SECRETS[name], [`${name}_FILE`]: file };
    const sentence = `${name}_FILE: expected either ${name} or ${name}_FILE, got both; unset one of them`;
    expect(() => loadConfig(both)).toThrow(new RegExp(`^${sentence}$`));
    expect(loadConfig({ [name]: SECRETS[name], [`${name}_FILE`]: '' })[name]).toBe(SECRETS[name]);
  });

  it.each(names)('%s that cannot be read or is empty is named with its file', (name) => {
    const refusal = (file: string) => () => loadConfig({ [`${name}_FILE`]: file });
    expect(refusal(join(folder, 'none'))).toThrow(
      `${name}_FILE: expected a readable file; got "${folder}/none": ENOENT`,
    );
    expect(refusal(folder)).toThrow(`${name}_FILE: expected a readable file; got "${folder}": EISDIR`);
    expect(refusal(fileWith(' \n'))).toThrow(
      `${name}_FILE: expected a file that holds the secret; got "${folder}/secret"`,
    );
  });

  it.each(names)('%s that is wrong is not repeated', (name) => {
    const file = fileWith('pass word');
    expect(() => loadConfig({ [`${name}_FILE`]: file })).toThrow(new RegExp(`^${name}: (?!.*pass word)`));
  });
});

describe('TRUST_PROXY', () => {
  it.each([
    ['true', true],
    ['false', false],
    ['10.0.0.1', ['10.0.0.1']],
    ['10.0.0.0/8, fd00::/8', ['10.0.0.0/8', 'fd00::/8']],
  ])('may be %s', (text, value) => {
    expect(loadConfig({ TRUST_PROXY: text }).TRUST_PROXY).toEqual(value);
  });

  it.each(['yes', '1', '10.0.0.0/99', '10.0.0.1,true', 'proxy.local', ','])('may not be %j', (text) => {
    expect(() => loadConfig({ TRUST_PROXY: text })).toThrow(
      'TRUST_PROXY: expected true, false or proxy addresses and networks such as 10.0.0.0/8, separated by commas',
    );
  });
});
