import type { LogStream } from './buffered-log-stream.ts';

/** Name and colour (ECMA-48) by pino's number. */
const LEVELS = {
  10: ['TRACE', 90],
  20: ['DEBUG', 90],
  30: ['INFO', 32],
  40: ['WARN', 33],
  50: ['ERROR', 31],
  60: ['FATAL', 31],
} as const;
const BOLD = 1;
/** Text that needs no quotes: everything else, control characters too, is written as JSON. */
const PLAIN = /^[\w.:/@+-]+$/;

/** Turns each JSON line into one for people: time, level, message, then the other members as name=value. */
export function prettyLogStream(to: LogStream, coloured: boolean): LogStream {
  const paint = (code: number, text: string) => (coloured ? `\u001b[${code}m${text}\u001b[0m` : text);
  return {
    write: (line) => {
      const { level, time, msg = '', ...rest } = JSON.parse(line) as { level: number; time: string; msg?: string };
      const [name, colour] = LEVELS[level as keyof typeof LEVELS] ?? LEVELS[30];
      const members = Object.entries(rest).map(([key, value]) => `${key}=${shown(value)}`);
      const words = [time, paint(colour, name.padEnd(5)), paint(BOLD, msg), ...members];
      to.write(`${words.join(' ')}\n`);
    },
  };
}

function shown(value: unknown): string {
  return typeof value === 'string' && PLAIN.test(value) ? value : JSON.stringify(value);
}
