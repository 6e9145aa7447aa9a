import './payout-words.ts';
import { describe, expect, it } from 'vitest';
import { chainsOf, splitXAddress, targetProblems } from './target-check.ts';

const SIMULATED = chainsOf(true);
const REAL = chainsOf(false);
const CLASSIC = 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59';
/** The classic address above with the tag 1, for the main chain. */
const X_ADDRESS = 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu';

describe('an address that is typed', () => {
  it('is required, and its errors are in the words of the domain', () => {
    expect(targetProblems('BTC', { address: '', destination_tag: '' }, REAL)).toEqual({
      address: 'This field is required.',
    });
    expect(
      targetProblems('BTC', { address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt081', destination_tag: '' }, REAL)
        .address,
    ).toBeTruthy();
    expect(
      targetProblems('ETH', { address: '0x0000000000000000000000000000000000000000', destination_tag: '' }, REAL)
        .address,
    ).toBe('Nobody has the key of this address: what is sent there is lost.');
  });

  it('is one of the simulator alone where networks are simulated', () => {
    const main = { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', destination_tag: '' };
    expect(targetProblems('BTC', main, REAL)).toEqual({});
    expect(targetProblems('BTC', main, SIMULATED).address).toBeTruthy();
  });

  it('has a tag that is a whole number, and no other one than the address holds (hazard 42)', () => {
    const xrp = (address: string, destination_tag: string) => targetProblems('XRP', { address, destination_tag }, REAL);
    expect(xrp(CLASSIC, '')).toEqual({});
    expect(xrp(CLASSIC, '4021967')).toEqual({});
    expect(xrp(CLASSIC, '4.5').destination_tag).toBe('A destination tag is a whole number.');
    expect(xrp(X_ADDRESS, '2').destination_tag).toBe(
      'The address contains another destination tag than the one given.',
    );
  });

  it('is taken apart when it is an X-address with a tag', () => {
    const split = (address: string, destination_tag = '') => splitXAddress('XRP', { address, destination_tag }, REAL);
    expect(split(X_ADDRESS)).toEqual({ address: CLASSIC, destination_tag: '1' });
    expect(split(` ${X_ADDRESS} `, '1')).toEqual({ address: CLASSIC, destination_tag: '1' });
    expect(split(X_ADDRESS, '2')).toBeNull();
    expect(split(CLASSIC)).toBeNull();
    expect(splitXAddress('BTC', { address: X_ADDRESS, destination_tag: '' }, REAL)).toBeNull();
  });
});
