import { listed } from './phrases.ts';

/** Words by which a text says what somebody says or thinks, before what is said. */
export const REPORTING = listed(`
  according to
  claim, claims, claimed, claiming
  allege, alleges, alleged, allegedly, alleging
  reportedly, purportedly, supposedly
  say, says, said, saying, it is said
  told
  argue, argues, argued, arguing
  assert, asserts, asserted
  insist, insists, insisted
  believe, believes, believed
  think, thinks, thought
  suggest, suggests, suggested
  rumored, rumoured, rumor that, rumors that, rumour that, rumours that
  promises, promised
  states, stated
  reports, reported
  contend, contends, contended
  maintain, maintains, maintained
  accuses, accused
  wrote, writes
  boast, boasts, boasted`);

/** Behind what is said, with who says it: "..., the critics said". */
export const REPORTING_AFTER = listed(`
  claimed, claims
  alleged, alleges
  argued, argues
  said, says
  asserted
  insisted, insists
  believes, believed
  suggested, suggests
  according to
  reportedly, allegedly
  critics say
  wrote`);

/** Behind what is said, without a speaker. */
export const HEARSAY_AFTER = listed('allegedly, reportedly, according to');

/** In the passive voice: "it was wrongly claimed that". */
export const SAID = listed('believed, claimed, reported, stated, thought, said, assumed, suggested, asserted, alleged');
