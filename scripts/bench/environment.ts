import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/config.ts';
import type { VerifierInfo } from '../../src/index.ts';
import type { ModelInfo } from '../../src/nli/types.ts';
import { availableCpus } from '../../src/nli/workers/plan.ts';

export interface Environment {
  readonly takenAt: string;
  readonly cpu: string;
  readonly cpus: number;
  readonly instructions: readonly string[];
  readonly memoryGiB: number;
  readonly kernel: string;
  readonly versions: Readonly<Record<string, string>>;
  readonly model: ModelInfo;
  /** Undefined when the verdict model scores every pair. */
  readonly evidenceModel: ModelInfo | undefined;
}

const LIBRARIES = ['onnxruntime-node', '@huggingface/tokenizers', '@huggingface/transformers', 'wink-nlp', 'fastify'];
const INSTRUCTIONS = ['avx2', 'avx512f', 'avx512_vnni', 'amx_int8', 'asimd', 'sve'];

export function describeEnvironment({ model, evidenceModel }: VerifierInfo): Environment {
  return {
    takenAt: new Date().toISOString(),
    cpu: cpus()[0]?.model ?? 'unknown',
    cpus: availableCpus(),
    instructions: instructions(),
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    kernel: release(),
    versions: {
      node: process.versions.node,
      ...Object.fromEntries(LIBRARIES.map((name) => [name, versionOf(name)])),
    },
    model,
    evidenceModel,
  };
}

export function showEnvironment(environment: Environment): string {
  const { cpu, cpus: count, instructions: vectors, memoryGiB, versions, model, evidenceModel } = environment;
  return [
    `${environment.takenAt}  ${count} x ${cpu} (${vectors.join(', ')}), ${memoryGiB} GiB, Linux ${environment.kernel}`,
    Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(', '),
    `verdict: ${showModel(model)}`,
    `evidence: ${evidenceModel === undefined ? 'none' : showModel(evidenceModel)}`,
    `on ${model.provider}, ${model.workers} x ${model.threadsPerWorker} threads`,
  ].join('\n');
}

function showModel({ id, version, graph, sha256 }: ModelInfo): string {
  return `${id} ${version} ${graph} sha256 ${sha256}`;
}

/** Load average of the last minute: more than the number of CPUs means that other processes use them. */
export function machineLoad(): number {
  return loadavg()[0]!;
}

function instructions(): string[] {
  try {
    const flags = new Set(
      readFileSync('/proc/cpuinfo', 'utf8')
        .match(/^(?:flags|Features)\s*:.*$/m)?.[0]
        .split(/\s+/),
    );
    return INSTRUCTIONS.filter((name) => flags.has(name));
  } catch {
    return [];
  }
}

/** Read from the file, because not every package exports its package.json. */
function versionOf(name: string): string {
  for (const folder of createRequire(import.meta.url).resolve.paths(name) ?? []) {
    try {
      return (JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')) as { version: string }).version;
    } catch {}
  }
  throw new Error(`Expected the package ${name} in ${PACKAGE_ROOT}, but it is not installed.`);
}
