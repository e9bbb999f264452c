import { describe, expect, it } from 'vitest';
import {
  deniesOfExcepted,
  leavesOutRest,
  objectionsIn,
  saysByException,
  surfaceReading,
} from '../../../../src/verify/rules/index.ts';

const isExcepted = (claim: string, sentence: string) =>
  objectionsIn(surfaceReading(claim), surfaceReading(sentence)).has('excepted');

const TEAM = 'Everyone on the team speaks Spanish, with the exception of Gert.';
const LEASH = 'Dogs must be on a leash everywhere in the park but in the fenced area by the pond.';
const SPORTS = 'The channel covers winter sports apart from ski jumping and ski racing.';
const TRUST = 'Everyone except Ana trusts Ben.';
const KEY = 'No one but the janitor has a key to the boiler room.';

describe('a claim of what is excepted', () => {
  it.each([
    ['Parking costs 1 euro on Sundays.', 'Parking costs 2 euros daily except on Sundays, when it costs 1 euro.'],
    ['Dogs may run free in the fenced area.', LEASH],
    ['Gert does not speak Spanish.', TEAM],
  ])('says something else of it: %s', (claim, sentence) =>
    expect(deniesOfExcepted(surfaceReading(claim), surfaceReading(sentence))).toBe(true),
  );

  it('says another value of it than the sentence', () => {
    const [claim, sentence] = [
      'On Mondays tickets cost 4 euros.',
      'Tickets cost 5 euros except on Mondays, when they cost 3 euros.',
    ];
    expect(deniesOfExcepted(surfaceReading(claim), surfaceReading(sentence))).toBe(false);
  });

  it('says the same of it where all else is free', () => {
    const [claim, sentence] = [
      'Shipping to islands is free.',
      'Free shipping applies to all orders, except to islands.',
    ];
    expect(deniesOfExcepted(surfaceReading(claim), surfaceReading(sentence))).toBe(false);
  });
});

describe('a claim about something that a sentence excepts', () => {
  it.each([
    ['Gert speaks Spanish.', TEAM],
    ['Dogs must be on a leash in the fenced area.', LEASH],
    ['Ski races are covered by the channel.', SPORTS],
    ['The bus runs on public holidays.', 'The bus runs daily except on public holidays.'],
    ['Holm has signed a new contract.', 'All players except captain Holm have signed new contracts.'],
    ['Ms. Roth voted for the plan.', 'All members voted for the plan, with the exception of Ms. Roth.'],
  ])('says of it what the sentence says of all else: %s against %s', (claim, sentence) =>
    expect(isExcepted(claim, sentence)).toBe(true),
  );

  it.each([
    ['Lea speaks Spanish.', TEAM],
    ['Gert speaks Spanish.', 'Does everyone but Gert speak Spanish?'],
    ['Ms. Roth voted against the plan.', 'All members voted for the plan, with the exception of Ms. Roth.'],
    ['Ms. Roth voted.', 'All members voted for the plan, with the exception of Ms. Roth.'],
    ['Ms. Ito came later.', 'All guests came on time except Ms. Ito, who came later.'],
    ['Parking costs 1 euro on Sundays.', 'Parking costs 2 euros daily except on Sundays, when it costs 1 euro.'],
    ['The roof is finished.', 'After a year the roof is all but finished.'],
    ['Gert does not speak Spanish.', TEAM],
    ['Gert is on the team.', TEAM],
    ['The children went on the boat trip.', 'Everyone except the children paid for the boat trip.'],
    ['Dogs may run free in the fenced area.', LEASH],
    ['The channel covers ice hockey.', SPORTS],
    ['The janitor has a key to the boiler room.', KEY],
    ['Everybody but Gert speaks Spanish.', TEAM],
    ['The prices are low in all shops.', 'All shops have a sale, but the prices are low in one only.'],
  ])('does not: %s against %s', (claim, sentence) => expect(isExcepted(claim, sentence)).toBe(false));
});

const MEDAL = 'Lars won a medal, but Mette did not.';

describe('a claim about something of which a sentence only denies it', () => {
  it.each([
    ['Lars and Mette won medals.', MEDAL],
    ['Both teams qualified.', 'The Reds qualified, the Blues did not.'],
    ['The red wine is organic.', 'The white wine is organic; the red is not.'],
    ['Dogs and cats are allowed in it.', "Dogs are allowed in it, but cats aren't."],
  ])('is not supported: %s against %s', (claim, sentence) => expect(isExcepted(claim, sentence)).toBe(true));

  it.each([
    ['Lars won a medal.', MEDAL],
    ['Mette did not win a medal.', MEDAL],
    ['Lars or Mette won a medal.', MEDAL],
    ['Every room has a bath.', 'The rooms have a bath; the hall does not.'],
    ['Mette won a medal.', 'Lars hoped for gold, but Mette did not; she won a medal.'],
  ])('may be: %s against %s', (claim, sentence) => expect(isExcepted(claim, sentence)).toBe(false));
});

it.each([
  ['Everyone on the team speaks Spanish.', TEAM],
  ['Dogs must be on a leash everywhere in the park.', LEASH],
  ['The channel covers winter sports.', SPORTS],
])('is no quotation without the exception: %s', (claim, sentence) =>
  expect(leavesOutRest(surfaceReading(claim), surfaceReading(sentence))).toBe(true),
);

describe('a claim that says the opposite of something excepted', () => {
  const isSaid = (claim: string, sentence: string) => saysByException(surfaceReading(claim), surfaceReading(sentence));

  it.each([
    ['Gert does not speak Spanish.', TEAM],
    ['Routine check-ups count as leave.', "Doctors' visits do not count as leave, except for routine check-ups."],
    ['Phones may be used in the hall.', 'Phones may not be used in the building, except in the hall.'],
    ['Ana does not trust Ben.', TRUST],
    ['The bus does not run on Sunday.', 'The bus runs every day except Sunday.'],
    ['The bakery is not open on Sundays.', 'All shops except the bakery are open on Sundays.'],
  ])('is said by the exception: %s against %s', (claim, sentence) => expect(isSaid(claim, sentence)).toBe(true));

  it.each([
    ['Gert speaks Spanish.', TEAM],
    ['Lea does not speak Spanish.', TEAM],
    ['Gert does not speak French.', TEAM],
    ['Ben does not trust Ana.', TRUST],
    ['The bakery is not open.', 'All shops except the bakery are open on Sundays.'],
    ['Room 12 does not have a window.', 'All rooms except number 12 have a large window.'],
    ['Doctors must enter the ward.', 'No one but doctors may enter the ward.'],
    ['Children must not pay the fee.', 'All guests except children must pay the fee.'],
    ['Dogs are not banned from the park.', 'All dogs except dogs on a leash are banned from the park.'],
    ['Mette did not pay for lunch.', 'Lars paid for lunch in cash, but Mette did not.'],
    ['Gert does not speak Spanish.', 'Tom thinks that everyone except Gert speaks Spanish.'],
    ['Gert does not speak Spanish.', 'It was said that everyone but Gert would speak Spanish.'],
  ])('is not: %s against %s', (claim, sentence) => expect(isSaid(claim, sentence)).toBe(false));
});
