import { writeFile } from 'node:fs/promises';
import { InvalidArgumentError, Option } from 'commander';
import { assertWritable } from '../../src/cli/batch/writing.ts';
import { runCommandLine, stopSignal, wholeNumber } from '../../src/cli/command-line.ts';
import { loadConfig, verifierSettings } from '../../src/config.ts';
import { createVerifier, type VerifierInfo } from '../../src/index.ts';
import { npmCommand } from '../npm-command.ts';
import { benchAnswers } from './answers.ts';
import type { BenchContext, Settings } from './bench-context.ts';
import { type Section, showSection } from './bench-report.ts';
import { benchCeiling } from './ceiling.ts';
import { describeEnvironment, machineLoad, showEnvironment } from './environment.ts';
import { benchSoak, benchStart } from './memory.ts';
import { benchPeers } from './peers.ts';
import { benchPhases } from './phases.ts';
import { benchPods } from './pods.ts';
import { benchQueue } from './queue.ts';
import { benchService, benchSizing } from './service.ts';
import { benchKeys } from './two-keys.ts';
import { benchUploads } from './uploads.ts';

interface Flags {
  readonly only: readonly SectionName[];
  readonly seconds?: number;
  readonly json?: string;
}

interface SectionBench {
  readonly run: (context: BenchContext) => Promise<Section>;
  readonly seconds: number;
  readonly what: string;
}

const SECTIONS = {
  ceiling: {
    run: benchCeiling,
    seconds: 90,
    what: 'the bare sessions of both models, and the share that the whole pipeline reaches',
  },
  phases: {
    run: benchPhases,
    seconds: 120,
    what: 'two phases, all pairs, and the evidence model alone, by request size',
  },
  peers: { run: benchPeers, seconds: 120, what: 'transformers.js, onnxruntime-node and Python on the same pairs' },
  service: {
    run: benchService,
    seconds: 270,
    what: 'over HTTP: single requests, many clients, overload, short beside longest requests',
  },
  keys: { run: benchKeys, seconds: 90, what: 'short requests of one key while another key overloads the service' },
  sizing: { run: benchSizing, seconds: 160, what: 'requests per second by request size, as a table for the README' },
  answers: { run: benchAnswers, seconds: 90, what: 'whole answers: 20 sentences over 50,000 characters of sources' },
  uploads: {
    run: benchUploads,
    seconds: 60,
    what: 'files for jobs read and stored: how long they hold the event loop',
  },
  queue: { run: benchQueue, seconds: 40, what: 'chunks of jobs leased and finished a second, nothing verified' },
  pods: {
    run: benchPods,
    seconds: 120,
    what: 'requests and jobs on 1 to 1,000 pods, simulated from times that are measured here',
  },
  start: { run: benchStart, seconds: 60, what: 'time until ready and memory, with both models and with each alone' },
  soak: { run: benchSoak, seconds: 300, what: 'memory during minutes of mixed requests' },
} as const satisfies Record<string, SectionBench>;
type SectionName = keyof typeof SECTIONS;
const NAMES = Object.keys(SECTIONS) as SectionName[];

const lines = NAMES.map((name) => `  ${name.padEnd(10)} ${SECTIONS[name].what}; ${SECTIONS[name].seconds} s`);

/** `npm run bench -- --only phases,peers --json figures.json`: measures the speed on this machine; see README.md. */
await runCommandLine(
  npmCommand('bench', '--json figures.json', '--only phases,service --seconds 60')
    .description(
      'Measures the speed on this machine: the bare models, two phases, other libraries, the service under load, memory and start.',
    )
    .addOption(
      new Option('--only <sections>', `any of ${NAMES.join(', ')}, separated by commas`)
        .argParser(sections)
        .default(NAMES, 'all'),
    )
    .option('--seconds <number>', 'time per section; default: see below', wholeNumber(1, 100_000))
    .option('--json <file>', 'write all figures as JSON')
    .addHelpText('after', `\nSections:\n${lines.join('\n')}`)
    .action(run),
);

function sections(text: string): SectionName[] {
  const names = text.split(',').map((name) => name.trim()) as SectionName[];
  const unknown = names.find((name) => !NAMES.includes(name));
  if (unknown === undefined) return names;
  throw new InvalidArgumentError(`Expected one or more of ${NAMES.join(', ')}; got "${unknown}".`);
}

async function run(flags: Flags): Promise<void> {
  const settings = verifierSettings(loadConfig());
  if (flags.json !== undefined) await assertWritable(flags.json);
  const signal = stopSignal('the finished sections are above');
  const say = (line: string) => process.stderr.write(`${line}\n`);
  const info = await openAndDescribe(settings);
  const environment = describeEnvironment(info);
  process.stdout.write(`${showEnvironment(environment)}\n`);
  const found: (Section & { name: string; load: readonly [number, number] })[] = [];
  for (const name of flags.only) {
    const { run: bench, seconds } = SECTIONS[name];
    const before = machineLoad();
    say(`${name} ...`);
    const section = await bench({ settings, info, seconds: flags.seconds ?? seconds, signal, say });
    const load = [before, machineLoad()] as const;
    found.push({ name, targets: [], notes: [], ...section, load });
    process.stdout.write(
      `\n${showSection(name, section)}\nload average of the machine: ${load[0].toFixed(1)} before, ${load[1].toFixed(1)} after\n`,
    );
    if (flags.json !== undefined)
      await writeFile(flags.json, `${JSON.stringify({ environment, sections: found }, undefined, 1)}\n`);
  }
}

/** Provider, workers and threads that the product uses with these settings on this machine. */
async function openAndDescribe(settings: Settings): Promise<VerifierInfo> {
  const verifier = await createVerifier(settings);
  await verifier.close();
  return verifier.info;
}
