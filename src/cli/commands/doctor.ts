import { Command } from 'commander';
import { packageFacts } from '../../package.ts';
import { counted, withExamples } from '../command-line.ts';
import { checkNode, checkPorts, checkProcessor, checkQuota } from '../doctor/check-machine.ts';
import { checkModels } from '../doctor/check-models.ts';
import { checkSettings, checkStores } from '../doctor/check-settings.ts';
import { type Finding, type Mark, ok, showFinding } from '../doctor/finding.ts';

export function doctorCommand(): Command {
  const command = new Command('doctor')
    .description(
      'Checks machine, settings, models, stores and ports without changing anything. It starts one worker to try the models, which takes a few seconds and their memory.',
    )
    .action(examine);
  return withExamples(command, 'doctor').addHelpText('after', '\nExit codes: 0 no errors, 1 at least one error.');
}

async function examine(): Promise<void> {
  const counts: Record<Mark, number> = { ok: 0, warning: 0, error: 0 };
  const coloured = process.stdout.hasColors?.() ?? false;
  for await (const finding of findings()) {
    counts[finding.mark] += 1;
    process.stdout.write(`${showFinding(finding, coloured)}\n`);
  }
  const { warning, error } = counts;
  process.stdout.write(`\n${counted(error, 'error')}, ${counted(warning, 'warning')}.\n`);
  process.exitCode = error === 0 ? 0 : 1;
}

async function* findings(): AsyncGenerator<Finding> {
  const facts = packageFacts();
  yield ok('product', `claim-verification-service ${facts.version}`);
  yield checkNode(facts);
  yield checkProcessor();
  yield* checkQuota();
  const { config, findings: aboutSettings } = checkSettings();
  yield* aboutSettings;
  if (config === undefined) return;
  yield* checkModels(config);
  yield* await checkStores(config);
  yield* await checkPorts(config);
}
