import { wordKey } from '../../../text/index.ts';

/** Words, and those that say less of the same: "destroyed" and "damaged". A line for each, the stronger ones first. */
const LINES = `
destroyed | damaged
killed | injured wounded hurt
cured cures cure | reduced reduces relieved relieves eased eases treats treated
convicted | charged accused suspected
won | nominated shortlisted
arrested | questioned
proves proved prove demonstrates demonstrated | suggests suggested indicates indicated
causes caused cause | associated linked correlated
guarantees guaranteed | promises promised hopes
cancelled canceled | postponed delayed moved rescheduled
organised organized | sponsored funded
born | grew raised
invented | improved
approved passed adopted ratified | proposed submitted introduced drafted
banned | restricted discouraged
completed finished | began begun started
bought purchased | rented leased
founded | joined
ratified | signed
agreed decided | discussed negotiated considered proposed suggested
attended came | invited
hired employed admitted accepted | applied interviewed
elected appointed | nominated
fell fallen decreased dropped declined shrank | slowed
paid | ordered owed
delivered received arrived | ordered shipped sent dispatched posted
graduated | enrolled studied
extinct | endangered threatened vulnerable
extinguished | contained
solved resolved | reported investigated
fired dismissed sacked | suspended warned
replaced | repaired
owns owned | rents rented leases leased
married | engaged dating
certified | tested
published | wrote written
confessed | questioned
`;

/** The keys of words that say less, by the key of a word. */
export const WEAKER_THAN: ReadonlyMap<string, ReadonlySet<string>> = (() => {
  const found = new Map<string, Set<string>>();
  for (const line of LINES.trim().split('\n')) {
    const [stronger = '', weaker = ''] = line.split('|');
    for (const word of stronger.trim().split(/\s+/).map(wordKey)) {
      const known = found.get(word) ?? new Set();
      for (const less of weaker.trim().split(/\s+/)) known.add(wordKey(less));
      found.set(word, known);
    }
  }
  return found;
})();
