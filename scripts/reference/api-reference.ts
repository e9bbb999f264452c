import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/package.ts';
import { verifierOptions } from '../../src/settings/verifier-options.ts';
import { type Declaration, declarationsOf } from './declarations.ts';

const PREAMBLE = `# Reference of the package

Written by \`npm run reference\` from the compiled types; a test compares. How to install and use the package: [library](README.md), [client](../client/README.md).
`;

/** The reference of both entry points as Markdown. The client's part leaves out what the library has under the same name. */
export function apiReference(): string {
  const library = declarationsOf(join(PACKAGE_ROOT, 'dist/src/library/index.d.ts'));
  const client = declarationsOf(join(PACKAGE_ROOT, 'dist/src/client/index.d.ts'));
  const known = new Set(library.map(({ code }) => code));
  const functionsFirst = [...library].sort((a, b) => Number(isFunction(b)) - Number(isFunction(a)));
  return [
    PREAMBLE,
    '## claim-verification-service\n',
    ...functionsFirst.map(section),
    '## claim-verification-service/client\n',
    'All bodies and options of calls above are exported here too, under the same names.\n',
    ...client.filter(({ code }) => !known.has(code)).map(section),
  ].join('\n');
}

function isFunction({ code }: Declaration): boolean {
  return code.startsWith('function');
}

function section({ name, comment, code }: Declaration): string {
  const options = name === 'VerifierOptions' ? optionsTable() : '';
  return `### ${name}\n\n${comment === '' ? '' : `${comment}\n\n`}\`\`\`ts\n${code}\n\`\`\`\n${options}`;
}

function optionsTable(): string {
  const rows = Object.entries(verifierOptions).map(([name, schema]) => {
    const { data } = schema.safeParse(undefined);
    const shown = data === undefined ? 'unset' : `\`${String(data).replace(`${PACKAGE_ROOT}/`, '')}\``;
    return `| \`${name}\` | ${shown} | ${schema.description} |`;
  });
  return `\n| option | default | meaning |\n|---|---|---|\n${rows.join('\n')}\n`;
}
