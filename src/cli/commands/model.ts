import { Command } from 'commander';
import { withExamples } from '../command-line.ts';
import { fetchCommand } from './model-fetch.ts';
import { infoCommand } from './model-info.ts';
import { sealCommand } from './model-seal.ts';

/** `claim-verifier model COMMAND`: manages directories for MODEL_DIR and EVIDENCE_MODEL_DIR. */
export function modelCommand(): Command {
  const command = new Command('model')
    .description('Seals, downloads and describes model directories.')
    .addCommand(sealCommand())
    .addCommand(fetchCommand())
    .addCommand(infoCommand());
  return withExamples(command, 'model info', 'model seal /models/deberta-v3-nli');
}
