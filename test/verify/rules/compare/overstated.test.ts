import { describe, expect, it } from 'vitest';
import { isOverstated, surfaceReading } from '../../../../src/verify/rules/index.ts';

const holds = (claim: string, sentence: string) => isOverstated(surfaceReading(claim), surfaceReading(sentence));

describe('a claim that says more than the sentence', () => {
  it.each([
    ['Each room has a bath.', 'Most rooms come with a bath and a desk.'],
    ['The ferry always leaves on time.', 'The ferry usually leaves on time.'],
    ['Visitors must book in advance.', 'Visitors may book in advance.'],
    ['The fire destroyed the building.', 'The fire damaged the roof of the building.'],
    ['The bridge is the longest in Europe.', 'The bridge is one of the longest in Europe.'],
    ['The painting is by Rembrandt.', 'The painting was long thought to be by Rembrandt.'],
    ['The reading has been moved to the library.', 'If it rains, the reading will be moved to the library.'],
    ['Staff have to back up their data.', 'Staff are advised to back up their data.'],
    ['The review proves that light improves sleep.', 'The review concluded that light may improve sleep.'],
    ['Coffee reduces the risk of gout.', 'The study suggests that coffee might reduce the risk of gout.'],
    ['The delay was caused by a software fault.', 'The delay could have been caused by a software fault.'],
    ['The ambassador came to the dinner.', 'The ambassador was invited to the dinner.'],
    ['The council decided to build a tunnel.', 'The council proposed building a tunnel.'],
    ['The fire was started by a cigarette.', 'The fire was probably started by a cigarette.'],
  ])('%s against %s', (claim, sentence) => expect(holds(claim, sentence)).toBe(true));

  it.each([
    ['Most rooms have a bath.', 'All rooms have a bath.'],
    ['The ambassador came to the dinner.', 'The ambassador was invited to the dinner and attended it.'],
    ['The council decided to build a tunnel.', 'The council discussed building a tunnel and voted for it.'],
    ['All rooms have a bath.', 'All rooms have a bath, and most have a desk.'],
    ['All guests eat in the hall.', 'Most rooms have a bath; guests eat in the hall.'],
    ['Visitors must book.', 'Visitors must book and may bring a dog.'],
    ['You must not smoke.', 'You may not smoke.'],
    ['Visitors must not enter the lab.', 'No visitor may enter the lab.'],
    ['You must have a ticket.', 'Nobody may enter without a ticket.'],
    ['Visitors must register.', 'Registration is compulsory; visitors can register at the desk.'],
    ['The fair takes place every year.', 'The fair is held annually, and in some years it lasts a week.'],
    ['The bridge was built by the Romans.', 'The Romans built the bridge, and it may be the oldest in Spain.'],
    ['The law was passed in 2010.', 'Parliament passed the law in 2010; it will expire in 2030.'],
    ['Guests were asked to leave.', 'The staff asked guests to leave when the fire started.'],
    ['He was elected in May.', 'In May he would be elected.'],
    ['A toll has been proposed.', 'Under the proposal lorries would pay a toll.'],
    ['The letters were sent.', 'The letters were sent, and the parcels will be sent tomorrow.'],
    ['She has a dog.', 'She may have a dog.'],
    ['Light may improve sleep.', 'Light might improve sleep.'],
    ['Two guests stay free of charge.', 'Two guests may stay free of charge.'],
    ['Light improves sleep.', 'Light improves sleep and may improve mood.'],
    ['The trial reduced the risk of gout.', 'The trial reduced the risk of gout; coffee might reduce it too.'],
    ['Sugar raises the pulse.', 'The study suggests that coffee might raise the risk of gout.'],
    ['Expectation is thought to explain the ratings.', 'Expectation may explain part of the ratings.'],
    ['Members borrow twenty books.', 'Members may borrow twenty books.'],
    ['The landlord is allowed to raise the rent.', 'The landlord may raise the rent.'],
    ['From 1 May visitors have to pay a fee.', 'From 1 May visitors pay a fee.'],
    ['Drivers must carry a permit.', 'The law requires that drivers who may enter the zone carry a permit.'],
    ['You have to register to vote.', 'You can vote once you register.'],
    ['The fire damaged the roof.', 'The fire destroyed the roof.'],
    ['The bridge is one of the longest.', 'The bridge is one of the longest in Europe.'],
    ['The painting was thought to be by Rembrandt.', 'The painting was long thought to be by Rembrandt.'],
    ['The film won a prize.', 'The film was nominated for three prizes and won one; the director won a prize.'],
  ])('not: %s against %s', (claim, sentence) => expect(holds(claim, sentence)).toBe(false));
});
