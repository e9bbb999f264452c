#!/usr/bin/env node
import { runCommandLine } from './command-line.ts';
import { claimVerifier } from './program.ts';

await runCommandLine(await claimVerifier(process.argv.slice(2)));
