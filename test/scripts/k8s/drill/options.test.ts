import { expect, it } from 'vitest';
import { readOptions } from '../../../../scripts/k8s/drill/options.ts';

it('reads the command line, and from the environment what it lacks', () => {
  const environment = { DRILL_OVERLAY: 'theirs', DRILL_SINGLE_OVERLAY: 'one', DRILL_OTHER_IMAGE: '', PATH: '/bin' };
  expect(readOptions(['--overlay', 'ours', '--only', 'Redis', '--only', 'job'], environment)).toEqual({
    overlay: 'ours',
    singleOverlay: 'one',
    connections: 4,
    only: ['Redis', 'job'],
  });
});

it.each([
  [[], 'Expected --overlay'],
  [['--overlay', 'a', '--connections', '0'], 'Expected a whole number of --connections, got 0.'],
  [['--overlay', 'a', '--stop-redis', 'true'], 'Expected both of --stop-redis and --start-redis'],
  [['--overlay', 'a', '--start-postgres', 'true'], 'Expected both of --stop-postgres and --start-postgres'],
  [['--overlay', 'a', '--overlays', 'b'], "Unknown option '--overlays'"],
  [['--overlay', 'a', 'b'], 'Unexpected argument'],
])('refuses %j with a sentence and the usage', (args, sentence) => {
  expect(() => readOptions(args, {})).toThrow(sentence);
  expect(() => readOptions(args, {})).toThrow('Usage: node --import tsx scripts/k8s/drill/main.ts');
});
