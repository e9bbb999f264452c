import { writeFile } from 'node:fs/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import { loadConfig, verifierSettings } from '../../src/config.ts';
import { createVerifier, type VerifierInfo } from '../../src/index.ts';
import { assertWritable } from '../batch/assert-writable.ts';
import type { BenchContext, Settings } from '../bench/bench-context.ts';
import { benchCeiling } from '../bench/ceiling.ts';
import { describeEnvironment, machineLoad, showEnvironment } from '../bench/environment.ts';
import { benchKeys } from '../bench/keys.ts';
import { benchPeers } from '../bench/peers.ts';
import { benchPhases } from '../bench/phases.ts';
import { type Section, showSection } from '../bench/report.ts';
import { benchService } from '../bench/service.ts';
import { benchSizing } from '../bench/sizing.ts';
import { benchSoak } from '../bench/soak.ts';
import { benchStart } from '../bench/start.ts';
import { stopSignal, wholeNumber, withExamples } from '../command-line.ts';

/** `claim-verifier bench --only phases,peers --json figures.json`: how fast it is here. scripts/bench/README.md explains. */
interface Flags {
  readonly only: readonly SectionName[];
  readonly seconds?: number;
  readonly json?: string;
}

interface SectionBench {
  readonly run: (context: BenchContext) => Promise<Section>;
  /** About. */
  readonly seconds: number;
  readonly what: string;
}

const SECTIONS = {
  ceiling: { run: benchCeiling, seconds: 90, what: 'the bare sessions of both models, and how much of it is left' },
  phases: { run: benchPhases, seconds: 120, what: 'two phases, all pairs, and the evidence model alone, by size' },
  peers: { run: benchPeers, seconds: 120, what: 'transformers.js, onnxruntime-node and Python on the same pairs' },
  service: { run: benchService, seconds: 270, what: 'over HTTP: alone, many callers, overload, short beside longest' },
  keys: { run: benchKeys, seconds: 90, what: 'short requests of one key beside another key at its worst' },
  sizing: { run: benchSizing, seconds: 160, what: 'requests a second by size, as a table for the README' },
  start: { run: benchStart, seconds: 60, what: 'time until ready and memory, with both models and each alone' },
  soak: { run: benchSoak, seconds: 300, what: 'memory over minutes of mixed requests' },
} as const satisfies Record<string, SectionBench>;
type SectionName = keyof typeof SECTIONS;
const NAMES = Object.keys(SECTIONS) as SectionName[];

export function benchCommand(): Command {
  const command = new Command('bench')
    .description(
      'Measures this machine: the models alone, two phases, peers, the service under load, memory and start.',
    )
    .addOption(
      new Option('--only <sections>', `any of ${NAMES.join(', ')}, separated by commas`)
        .argParser(sections)
        .default(NAMES, 'all'),
    )
    .option('--seconds <number>', 'time for each section; by default its own', wholeNumber(1, 100_000))
    .option('--json <file>', 'write all figures as JSON')
    .action(run);
  const lines = NAMES.map((name) => `  ${name.padEnd(8)} ${SECTIONS[name].what}; ${SECTIONS[name].seconds} s`);
  command.addHelpText('after', `\nSections:\n${lines.join('\n')}`);
  return withExamples(command, 'bench --json figures.json', 'bench --only phases,service --seconds 60');
}

function sections(text: string): SectionName[] {
  const names = text.split(',').map((name) => name.trim()) as SectionName[];
  const stranger = names.find((name) => !NAMES.includes(name));
  if (stranger === undefined) return names;
  throw new InvalidArgumentError(`Expected some of ${NAMES.join(', ')}; got "${stranger}".`);
}

async function run(flags: Flags): Promise<void> {
  const settings = verifierSettings(loadConfig());
  if (flags.json !== undefined) await assertWritable(flags.json);
  const signal = stopSignal('the sections that were finished are above');
  const say = (line: string) => process.stderr.write(`${line}\n`);
  const info = await openedAs(settings);
  const environment = describeEnvironment(info);
  process.stdout.write(`${showEnvironment(environment)}\n`);
  const found: (Section & { load: readonly [number, number] })[] = [];
  for (const name of flags.only) {
    const { run: bench, seconds } = SECTIONS[name];
    const before = machineLoad();
    say(`${name} ...`);
    const section = await bench({ settings, info, seconds: flags.seconds ?? seconds, signal, say });
    const load = [before, machineLoad()] as const;
    found.push({ ...section, load });
    process.stdout.write(
      `\n${showSection(section)}\nload of the machine: ${load[0].toFixed(1)} before, ${load[1].toFixed(1)} after\n`,
    );
    if (flags.json !== undefined)
      await writeFile(flags.json, `${JSON.stringify({ environment, sections: found }, undefined, 1)}\n`);
  }
}

/** What the product makes of the settings on this machine: provider, workers, threads. */
async function openedAs(settings: Settings): Promise<VerifierInfo> {
  const verifier = await createVerifier(settings);
  await verifier.close();
  return verifier.info;
}
