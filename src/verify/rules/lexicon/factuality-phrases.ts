import { listed, type Slots } from './phrases.ts';

/** Words by which a text says what someone says or thinks, before what is said. */
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
  legend that, has it that, have it that, story goes that
  heard that, hear that, hearing that, heard from, hearing from
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
const SAID = listed('believed, claimed, reported, stated, thought, said, assumed, suggested, asserted, alleged');

/** Slots that the phrases below have in common. */
export const SLOTS: Slots = {
  is: listed('is, was'),
  be: listed('is, was, are, were, has been, have been, turned out to be, proved, proved to be'),
  a: listed('a, an'),
  falsehood: listed('myth, lie, hoax, misconception, fallacy, falsehood'),
  rumour: listed(`
    myth, misconception, hoax, rumor, rumour, lie
    false claim, false belief, false rumor, false rumour, false report
    wrongly, falsely, mistakenly, incorrectly, erroneously`),
  said: SAID,
  shown: listed(`
    true, the case, believe, think, say, said, claim, claimed, mean, meant, show, shown, prove, proven, established
    confirm, confirmed`),
  evidence: listed('evidence, truth, proof, indication, sign'),
  isNot: listed("is not, was not, isn't, wasn't"),
  right: listed('true, so, the case, correct, accurate'),
  not: listed("not, n't, never"),
  wholly: listed('simply, completely, totally, entirely, later, plainly'),
  since: listed('simply, completely, totally, entirely, later, plainly, since been, been'),
  this: listed('this, that, it, these, those, the, such'),
  which: listed('which, this, that, but this, but that, but it, and this, and that'),
  subject: listed(`
    claim, claims, statement, statements, report, reports, rumor, rumors, rumour, rumours, story, stories, allegation
    allegations, assertion, assertions, idea, ideas, belief, beliefs, account, accounts, figure, figures, number, numbers`),
  false: listed(`
    false, untrue, not true, incorrect, not correct, wrong, inaccurate, mistaken, not the case, no longer true
    a myth, a lie, a hoax, a rumor, a rumour, a misconception, nonsense
    denied, debunked, refuted, disproved, disproven, retracted, fabricated`),
};

/** Verbs that deny the statement named after them: "rejected the claim that". */
export const DENYING_VERBS = listed(`
  deny, denies, denied, denying
  dispute, disputes, disputed, disputing
  refute, refutes, refuted, refuting
  reject, rejects, rejected, rejecting
  debunk, debunks, debunked, debunking
  dismiss, dismisses, dismissed, dismissing
  contradict, contradicts, contradicted, contradicting`);
/** Nouns that those verbs deny. */
export const STATEMENTS = listed(`
  that, claim, claims, report, reports, rumor, rumors, rumour, rumours, allegation, allegations, suggestion, suggestions
  idea, ideas, notion, notions, statement, statements, assertion, assertions, belief, beliefs, charge, charges
  accusation, accusations, view, views, story, stories`);

/** Phrases before a statement that take it back. */
export const DENIALS_BEFORE = listed(`
  it ({is}) {a} {falsehood}
  it's {a} {falsehood}
  it {is} {false}
  it's {false}
  there {is} no {evidence}
  no evidence
  {not} {shown}
  {rumour} {said} (that)
  {rumour} that
  {rumour} {is} that
  {rumour} of
  contrary to
  far from
  rather than
  instead of
  neither`);
/** Phrases right after a statement that take it back. */
export const DENIALS_AFTER = listed('({which}) ({be}) ({wholly}) {false}, ({which}) ({be}) not {false}');
/** How the next sentence begins when it takes the statement back; it may open with one of OPENERS. */
export const DENIALS_NEXT = listed(`
  {this} ({subject}) {be} ({since}) ({since}) {false}
  {this} ({subject}) {isNot} {right}
  not true
  false
  untrue
  nothing of the sort
  nothing of the kind
  he (later) denied, she (later) denied, they (later) denied
  he (later) retracted, she (later) retracted, they (later) retracted`);
export const OPENERS = listed('but, however, yet, in fact, in reality, actually');

/** Openings of a condition on the words after. */
export const CONDITIONS = listed(`
  if, unless, provided that, assuming, assuming that, in case, whether, suppose, suppose that, supposing`);
/** Openings of a condition whose consequence follows its comma. */
export const CONDITIONS_FIRST = listed(`
  if, unless, provided, provided that, assuming, in case, in the event, suppose, supposing`);
/** Openings of a condition after the statement. */
export const CONDITIONS_AFTER = listed('if, unless, provided that, as long as, in case');
/** Before "if" these ask and set no condition: "see if". */
export const ASKING = listed(`
  even, as, see, sees, ask, asks, asked, know, knows, wonder, wondered, check, checked, determine, decide, decided, test
  tested, unclear, sure, certain`);
/** "Had the board agreed, ...". */
export const INVERTED_SUBJECTS = listed('the, a, an, he, she, it, they, we');

/** Words that give what is after them as possible or planned. Letter case counts: "may" is not May. */
export const HYPOTHETICAL = listed(`
  may, might, could, would
  possibly, Possibly, perhaps, Perhaps, maybe, Maybe, potentially, Potentially
  likely to
  plan to, plans to, planned to
  hope to, hopes to, hoped to
  intend to, intends to, intended to
  expected to
  proposes to, proposes that, proposed to, proposed that
  imagine, Imagine
  hypothesis, hypothesize, hypothesized, hypothesizes
  fear that, fears that, feared that
  wish that, wishes that, wished that
  hopes that, hoped that
  predict that, predicts that, predicted that`);
