import { describe, expect, test } from 'vitest';
import { ChainUnavailableError } from '../chain/port.ts';
import { RetryLaterError } from './port.ts';
import { interpretSendError } from './utxo.ts';

const txid = 'd5'.repeat(32);

describe('what nodes of BTC, LTC and BCH say', () => {
  test.each([
    ['Core', -27, 'Transaction already in block chain'],
    ['Core, later', -27, 'Transaction outputs already in utxo set'],
    ['Core, testing only', -26, 'txn-already-in-mempool'],
    ['Core, long spent', -26, 'txn-already-known'],
    ['Core, another witness', -26, 'txn-same-nonwitness-data-in-mempool'],
    ['btcd', -26, `TX rejected: already have transaction in mempool ${txid}`],
    ['bchd', -26, `TX rejected: already have transaction ${txid}`],
    ['bchd, mined', -27, 'TX rejected: transaction already exists'],
  ])('hazard 48: %s has it already (%d %s)', (_program, code, message) => {
    expect(interpretSendError({ code, message })).toEqual({ kind: 'accepted' });
  });

  test.each([
    ['Core', -25, 'bad-txns-inputs-missingorspent'],
    ['Core, older, and Bitcoin Cash Node', -25, 'Missing inputs'],
    ['Core, with a rival waiting', -26, 'txn-mempool-conflict'],
    ['Core, after a reorganisation', -26, 'bad-txns-premature-spend-of-coinbase, tried to spend coinbase at depth 1'],
    [
      'btcd and bchd',
      -25,
      `TX rejected: orphan transaction ${txid} references outputs of unknown or fully-spent transaction ${txid}`,
    ],
    ['btcd', -26, `TX rejected: output already spent in mempool: output=${txid}:0, tx=${txid}`],
    ['bchd', -26, `TX rejected: output ${txid}:0 already spent by transaction ${txid} in the memory pool`],
    [
      'btcd, after a reorganisation',
      -25,
      `TX rejected: tried to spend coinbase transaction output ${txid}:0 from height 132 ` +
        'at height 133 before required maturity of 100 blocks',
    ],
  ])('hazard 49: what it spends is not there, says %s (%d %s)', (_program, code, message) => {
    expect(interpretSendError({ code, message })).toEqual({ kind: 'conflict', words: message });
  });

  test.each([
    [-26, 'dust'],
    [-26, 'min relay fee not met, 5 < 141'],
    [-26, 'insufficient fee, rejecting replacement'],
    [-26, 'non-mandatory-script-verify-flag (Signature must be zero for failed CHECK(MULTI)SIG operation)'],
    [-25, 'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)'],
    [-26, `TX rejected: ${txid}: replacement transaction has an insufficient fee rate: needs more than 5, has 5`],
    [-25, `TX rejected: failed to validate input ${txid}:0 - signature not empty on failed checksig`],
    [-22, 'TX decode failed: unexpected EOF'],
  ])('these bytes will never do (%d %s)', (code, message) => {
    expect(interpretSendError({ code, message })).toEqual({ kind: 'refused', words: message });
  });

  test.each([
    [-28, 'Loading block index…'],
    [-9, 'Bitcoin is not connected!'],
  ])('nothing is concluded from a node that takes nothing (%d %s)', (code, message) => {
    expect(() => interpretSendError({ code, message })).toThrow(ChainUnavailableError);
  });

  test.each([
    [-26, 'mempool full'],
    [-26, 'mempool min fee not met, 141 < 500'],
  ])('a pool that wants more is asked again, and says nothing of other transactions (%d %s)', (code, message) => {
    expect(() => interpretSendError({ code, message })).toThrow(RetryLaterError);
  });
});
