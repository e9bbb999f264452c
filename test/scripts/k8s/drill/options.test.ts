import { expect, it } from 'vitest';
import { readOptions } from '../../../../scripts/k8s/drill/options.ts';

it('reads the command line, and from the environment what it lacks', () => {
  const environment = {
    DRILL_MANIFEST: 'theirs.yaml',
    DRILL_SINGLE_MANIFEST: 'one.yaml',
    DRILL_OTHER_IMAGE: '',
    PATH: '/bin',
  };
  expect(readOptions(['--manifest', 'ours.yaml', '--only', 'Redis', '--only', 'job'], environment)).toEqual({
    manifest: 'ours.yaml',
    namespace: 'claims',
    singleManifest: 'one.yaml',
    singleNamespace: 'claims-single',
    connections: 4,
    only: ['Redis', 'job'],
  });
});

it.each([
  [[], '--manifest is missing'],
  [['--manifest', 'a', '--connections', '0'], 'Expected a whole number of --connections, got 0.'],
  [['--manifest', 'a', '--stop-redis', 'true'], 'Expected both of --stop-redis and --start-redis'],
  [['--manifest', 'a', '--start-postgres', 'true'], 'Expected both of --stop-postgres and --start-postgres'],
  [['--manifest', 'a', '--overlay', 'b'], "Unknown option '--overlay'"],
  [['--manifest', 'a', 'b'], 'Unexpected argument'],
])('refuses %j with a sentence and the usage', (args, sentence) => {
  expect(() => readOptions(args, {})).toThrow(sentence);
  expect(() => readOptions(args, {})).toThrow('Usage: node --import tsx scripts/k8s/drill/main.ts');
});
