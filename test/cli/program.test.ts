import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { beforeAll, describe, expect, it } from 'vitest';
import { claimVerifier } from '../../src/cli/program.ts';
import { PACKAGE_ROOT } from '../../src/package.ts';
import { runCommand } from '../support/run-command.ts';

const { version, bin } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as {
  version: string;
  bin: Readonly<Record<string, string>>;
};

/** What a command prints for --help, with the width of a terminal that cuts no line. */
function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => 400 });
  command.outputHelp();
  return text;
}

function below(command: Command): Command[] {
  return command.commands.flatMap((child) => [child, ...below(child)]);
}

describe('claim-verifier', () => {
  let names: string[];
  beforeAll(async () => {
    names = (await claimVerifier([])).commands.map((command) => command.name());
  });

  it('has the commands that its users know, and every one with help, examples and --version', async () => {
    const known = ['serve', 'verify', 'jobs', 'mcp', 'evaluate', 'calibrate', 'keys', 'model', 'doctor'];
    expect(names).toEqual(expect.arrayContaining(known));
    for (const name of names) {
      const program = await claimVerifier([name]);
      const command = program.commands.find((one) => one.name() === name)!;
      for (const each of [command, ...below(command)]) {
        const help = helpOf(each);
        expect(help, name).toMatch(/\nExamples:\n {2}claim-verifier \w/);
        expect(help, name).toContain('--version');
        expect(each.description(), name).not.toBe('');
        expect(each.helpInformation(), name).not.toMatch(/default: (\{|\[|false|999|"\/)/);
      }
    }
  });

  it('loads no library of the models, no store and no schema for its help', () => {
    const program = join(PACKAGE_ROOT, bin['claim-verifier']!);
    const env = { ...process.env, NODE_DEBUG: 'esm' };
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, '--help'], { encoding: 'utf8', env });
    expect(status).toBe(0);
    expect(stdout).toContain('doctor');
    expect(stderr).toContain('dist/src/cli/program.js');
    const packages = stderr.matchAll(/url: 'file:[^']*\/node_modules\/((?:@[^/']+\/)?[^/']+)/g);
    expect(new Set([...packages].map(([, name]) => name))).toEqual(new Set(['commander']));
  });

  it('writes colours to terminals only', async () => {
    const { stdout } = await runCommand(['--help']);
    expect(stdout).not.toContain('\u001b[');
  });

  it.each([[['--version']], [['keys', 'list', '--version']], [['verify', '--version']]])(
    '%j prints the version',
    async (args) => {
      expect(await runCommand(args)).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
    },
  );

  it.each([
    [['verfy'], "unknown command 'verfy'", 'Did you mean verify?'],
    [['model', 'sael', 'x'], "unknown command 'sael'", 'Did you mean seal?'],
    [['keys', 'crate'], "unknown command 'crate'", 'Did you mean create?'],
    [['verify', '--inptu', 'x'], "unknown option '--inptu'", 'Did you mean --input?'],
    [['calibrate', '--otput', 'x'], "unknown option '--otput'", 'Did you mean --output?'],
    [['keys', 'create', '--nmae', 'x'], "unknown option '--nmae'", 'Did you mean --name?'],
  ])('%j is called unknown, with what was probably meant', async (args, sentence, advice) => {
    const { code, stdout, stderr } = await runCommand(args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(sentence);
    expect(stderr).toContain(advice);
  });

  it('names a missing option and the help of its command', async () => {
    const { code, stderr } = await runCommand(['verify']);
    expect(code).toBe(1);
    expect(stderr).toBe(
      "error: required option '--input <file>' or '--answers <file>' not specified\n(see claim-verifier verify --help)\n",
    );
  });
});
