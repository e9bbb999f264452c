import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { checkReceipt, type ReceiptDifference } from '../../answer/receipt.ts';
import { required, withExamples } from '../command-line.ts';

interface Flags {
  readonly answer: string;
  readonly request?: string;
}

const NO_SIGNATURE =
  'A receipt is no signature: whoever changes an answer can write a new receipt. Keep receipts apart from answers.';

/** `claim-verifier verify-receipt --answer FILE`: compares the hashes in an answer's receipt, offline. */
export function verifyReceiptCommand(): Command {
  const command = new Command('verify-receipt')
    .description(
      `Compares an answer of POST /v1/verify/answer, and the request if given, with the hashes in the answer's receipt. ${NO_SIGNATURE}`,
    )
    .addOption(required('--answer <file>', 'JSON body of the answer'))
    .option('--request <file>', 'JSON body of the request')
    .action(compare);
  return withExamples(
    command,
    'verify-receipt --answer answer.json',
    'verify-receipt --answer answer.json --request request.json',
  ).addHelpText('after', '\nExit codes: 0 every hash is the same, 1 a hash differs or a file cannot be read.');
}

async function compare({ answer, request }: Flags): Promise<void> {
  const differences = checkReceipt(await readJson(answer), request === undefined ? undefined : await readJson(request));
  const members = request === undefined ? (['report_sha256'] as const) : (['report_sha256', 'request_sha256'] as const);
  for (const member of members)
    process.stdout.write(
      `${line(
        member,
        differences.find((difference) => difference.member === member),
      )}\n`,
    );
  process.stdout.write(`${NO_SIGNATURE}\n`);
  process.exitCode = differences.length === 0 ? 0 : 1;
}

const ABOUT = { report_sha256: 'the answer', request_sha256: 'the request' } as const;

function line(member: ReceiptDifference['member'], difference: ReceiptDifference | undefined): string {
  if (difference === undefined) return `${member} is that of ${ABOUT[member]}.`;
  return `${member} differs: the receipt says ${difference.stated}, ${ABOUT[member]} has ${difference.computed}.`;
}

async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new Error(`Expected a readable file, got "${path}": ${error.message}.`);
  });
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw new Error(`Expected JSON in "${path}", got something else.`);
  }
}
