import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadConfig } from '../../src/config.ts';
import { SETTING_NAMES } from '../../src/settings/schema.ts';
import { withProgram } from '../support/programs.ts';

const caddy = withProgram('caddy', 'apt-get install caddy');
const FOLDER = resolve(import.meta.dirname, '../../scripts/compose');

interface Service {
  readonly image: string;
  readonly build?: { context: string; dockerfile: string; target: string };
  readonly depends_on?: Record<string, { condition: string }>;
  readonly environment?: Record<string, string>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly networks: readonly string[];
  readonly secrets?: readonly string[];
  readonly healthcheck?: object;
}

const file = parse(readFileSync(join(FOLDER, 'compose.yaml'), 'utf8')) as {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean }>;
  volumes: object;
  secrets: Record<string, { file: string }>;
};
const services = Object.entries(file.services);
const server = file.services.server!;

describe('compose.yaml', () => {
  it('refers only to what it defines', () => {
    for (const [name, { networks, secrets = [], volumes = [], depends_on: needs = {} }] of services) {
      for (const network of networks) expect(file.networks, name).toHaveProperty(network);
      for (const secret of secrets) expect(file.secrets, name).toHaveProperty(secret);
      for (const volume of volumes) {
        const [source = ''] = volume.split(':');
        if (source.startsWith('./')) expect(existsSync(join(FOLDER, source)), source).toBe(true);
        else expect(file.volumes, name).toHaveProperty(source);
      }
      for (const [other, { condition }] of Object.entries(needs)) {
        expect(condition).toBe('service_healthy');
        const isChecked = file.services[other]?.healthcheck !== undefined || other === 'server';
        expect(isChecked, `${name} waits for ${other}`).toBe(true);
      }
    }
  });

  it('builds the CPU image from this repository', () => {
    const { context, dockerfile, target } = server.build!;
    const text = readFileSync(join(FOLDER, context, dockerfile), 'utf8');
    expect(text).toContain(` AS ${target}\n`);
    expect(text.slice(text.indexOf(` AS ${target}\n`))).toContain('HEALTHCHECK');
  });

  it('sets settings of the service within their bounds, secrets by file', () => {
    const environment = server.environment!;
    expect(Object.keys(environment).filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
    const plain = Object.entries(environment).filter(([name]) => !name.endsWith('_FILE'));
    const values = plain.map(([name, value]) => [name, value.replace(/\$\{DOMAIN:-(.+?)\}/, '$1')]);
    expect(loadConfig(Object.fromEntries(values))).toMatchObject({ ADMIN_PORT: 9091, TRUST_PROXY: true });
    for (const [name, value] of Object.entries(environment).filter(([name]) => name.endsWith('_FILE')))
      expect(server.secrets, name).toContain(value.replace('/run/secrets/', ''));
    expect(Object.keys(environment)).not.toEqual(expect.arrayContaining(['ADMIN_TOKEN']));
  });

  it('publishes TLS, and the operator to this machine alone; the stores have no way out', () => {
    const published = services.flatMap(([name, { ports = [] }]) => ports.map((port) => `${name} ${port}`));
    expect(published).toEqual(['proxy 80:80', 'proxy 443:443', 'server 127.0.0.1:9091:9091']);
    expect(file.networks.inside).toEqual({ internal: true });
    for (const store of ['postgres', 'redis']) expect(file.services[store]!.networks).toEqual(['inside']);
  });

  it('has a proxy that leads to the port the service listens on', () => {
    const caddy = readFileSync(join(FOLDER, 'Caddyfile'), 'utf8');
    const port = /ENV .* PORT=(\d+)/.exec(readFileSync(join(FOLDER, '../../Dockerfile.gpu'), 'utf8'))?.[1];
    expect(caddy).toContain(`reverse_proxy server:${port} {`);
  });

  it.skipIf(!caddy.isThere)(caddy.titled('has a Caddyfile that Caddy accepts'), () => {
    const args = ['validate', '--adapter', 'caddyfile', '--config', join(FOLDER, 'Caddyfile')];
    const { status, stdout, stderr } = spawnSync('caddy', args, {
      encoding: 'utf8',
      env: { ...process.env, DOMAIN: 'claims.example.com', HOME: tmpdir() },
    });
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('Valid configuration')]);
  });

  it('keeps the secrets out of the repository', () => {
    const ignored = readFileSync(join(FOLDER, '../../.gitignore'), 'utf8');
    for (const { file: path } of Object.values(file.secrets)) expect(path).toMatch(/^\.\/secrets\//);
    expect(ignored).toContain('scripts/compose/secrets/');
  });
});
