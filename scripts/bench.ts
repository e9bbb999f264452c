import { writeFile } from 'node:fs/promises';
import { Command, InvalidArgumentError } from 'commander';
import { loadConfig, verifierSettings } from '../src/config.ts';
import { createVerifier, type VerifierInfo } from '../src/index.ts';
import type { BenchContext } from './bench/bench-context.ts';
import { describeEnvironment, machineLoad, showEnvironment } from './bench/environment.ts';
import { benchKernel } from './bench/kernel.ts';
import { benchPeers } from './bench/peers.ts';
import { type Section, showSection } from './bench/report.ts';
import { benchScaling } from './bench/scaling.ts';
import { benchService } from './bench/service.ts';
import { benchSoak } from './bench/soak.ts';
import { failureOf, stopSignal, wholeNumber } from './command-line.ts';

/** `npm run bench -- --only kernel,peers --json figures.json`: how fast it is here. scripts/bench/README.md explains. */
interface Flags {
  readonly only: readonly SectionName[];
  readonly seconds?: number;
  readonly json?: string;
}

const SECTIONS = {
  kernel: { run: benchKernel, seconds: 60 },
  peers: { run: benchPeers, seconds: 120 },
  service: { run: benchService, seconds: 160 },
  scaling: { run: benchScaling, seconds: 90 },
  soak: { run: benchSoak, seconds: 600 },
} as const satisfies Record<string, { run: (context: BenchContext) => Promise<Section>; seconds: number }>;
type SectionName = keyof typeof SECTIONS;
const NAMES = Object.keys(SECTIONS) as SectionName[];

const program = new Command('bench')
  .description('Measures this machine: the network alone, peers, the service under load, growth and memory over time.')
  .option('--only <sections>', `any of ${NAMES.join(', ')}, separated by commas`, sections, NAMES)
  .option('--seconds <number>', 'time for each section; by default its own', wholeNumber(1, 100_000))
  .option('--json <file>', 'write all figures as JSON')
  .showHelpAfterError('(--help lists the options)')
  .action(run);

function sections(text: string): SectionName[] {
  const names = text.split(',').map((name) => name.trim()) as SectionName[];
  const stranger = names.find((name) => !NAMES.includes(name));
  if (stranger === undefined) return names;
  throw new InvalidArgumentError(`Expected some of ${NAMES.join(', ')}; got "${stranger}".`);
}

async function run(flags: Flags): Promise<void> {
  const settings = verifierSettings(loadConfig());
  const signal = stopSignal();
  const say = (line: string) => process.stderr.write(`${line}\n`);
  const environment = describeEnvironment(await openedAs(settings));
  process.stdout.write(`${showEnvironment(environment)}\n`);
  const found: (Section & { load: readonly [number, number] })[] = [];
  for (const name of flags.only) {
    const { run: bench, seconds } = SECTIONS[name];
    const before = machineLoad();
    say(`${name} ...`);
    const section = await bench({ settings, model: environment.model, seconds: flags.seconds ?? seconds, signal, say });
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
async function openedAs(settings: ReturnType<typeof verifierSettings>): Promise<VerifierInfo> {
  const verifier = await createVerifier(settings);
  await verifier.close();
  return verifier.info;
}

try {
  await program.parseAsync();
} catch (error) {
  const { message, exitCode } = failureOf(error);
  if (message !== undefined) process.stderr.write(`${message}\n`);
  process.exitCode = exitCode;
}
