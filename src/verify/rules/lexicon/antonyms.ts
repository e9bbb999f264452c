import { wordKey } from '../../../text/index.ts';
import { bothWays } from './phrases.ts';

/** Opposites in pairs. They name a difference that something else has found; none is an objection by itself. */
const OPPOSITES = bothWays(
  `
  accept reject, accept refuse, active inactive, add remove, allow forbid, allow prohibit, allow ban, always never
  appoint dismiss, approve reject, arrive depart, before after, begin end, best worst, better worse, big small
  bottom top, build demolish, buy sell, cheap expensive, close open, cold hot, confirm deny
  construct demolish, dangerous safe, dangerous harmless, decline rise, decline grow, decrease increase
  deep shallow, defeat victory, deny admit, die survive, difficult easy, domestic foreign, down up, dry wet
  early late, east west, effective ineffective, empty full, enable disable, enter leave, exclude include
  expand shrink, export import, fail succeed, fail pass, failure success, fall rise, fall grow, false true
  fast slow, female male, few many, fewer more, find lose, first last, gain lose, gain loss, guilty innocent
  harmful harmless, heavy light, high low, higher lower, hire fire, indoor outdoor, inside outside, join leave
  large small, larger smaller, least most, left right, legal illegal, less more, long short, longer shorter
  lose win, loss profit, major minor, maximum minimum, mandatory optional, negative positive, new old, north south
  northern southern, oppose support, optional required, outlaw legalise, permanent temporary, permit forbid
  possible impossible, present absent, private public, raise lower, recommend discourage, reduce increase
  reduce raise, resign join, rich poor, safe unsafe, start end, start stop, strong weak, thick thin, tighten loosen
  upper lower, vacant occupied, victory loss, voluntary mandatory, voluntary compulsory, warm cool, wide narrow
  win lose, worse better, young old, younger older, eastern western`,
  wordKey,
);

const NONE: ReadonlySet<string> = new Set();

/** The opposites of a word, all by their keys. */
export function oppositesOf(key: string): ReadonlySet<string> {
  return OPPOSITES.get(key) ?? NONE;
}
