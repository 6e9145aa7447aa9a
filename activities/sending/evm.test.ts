import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { ChainUnavailableError } from '../chain/port.ts';
import { interpretSendError, openEvmSending } from './evm.ts';
import { RetryLaterError } from './port.ts';

describe('what Ethereum nodes say', () => {
  test.each([
    ['geth, Erigon, reth', 'already known'],
    ['anvil', 'transaction already imported'],
    ['Besu', 'Known transaction'],
    ['Nethermind', 'AlreadyKnown'],
    ['a provider', 'transaction already in mempool'],
  ])('hazard 48: %s has it already (%s)', (_program, words) => {
    expect(interpretSendError(words)).toEqual({ kind: 'accepted' });
  });

  test.each([
    ['geth, reth', 'nonce too low: next nonce 8, tx nonce 7'],
    ['Besu', 'Nonce too low'],
    ['Nethermind', 'OldNonce, Current nonce: 8, nonce of rejected tx: 7.'],
    ['geth, with a rival waiting', 'replacement transaction underpriced'],
    ['Nethermind, with a rival waiting', 'ReplacementNotAllowed'],
    ['Erigon, with a rival waiting', 'could not replace existing tx'],
  ])('hazard 49: its number is taken, says %s (%s)', (_program, words) => {
    expect(interpretSendError(words)).toEqual({ kind: 'conflict', words });
  });

  test.each([
    ['geth', 'transaction underpriced: gas tip cap 1, minimum needed 1000000'],
    ['geth, reth', 'txpool is full'],
    ['Nethermind', 'FeeTooLowToCompete'],
    ['Erigon', 'fee too low'],
    ['reth, anvil', 'max fee per gas less than block base fee'],
    ['Besu', 'Nonce too high'],
    ['Besu, far ahead', 'Transaction nonce is too distant from current sender nonce'],
    ['Nethermind', 'NonceGap, Future nonce. Expected nonce: 7'],
    ['geth, with its queue full', 'future transaction tries to replace pending'],
  ])('a pool of %s that wants more is asked again, and says nothing of other transactions (%s)', (_program, words) => {
    expect(() => interpretSendError(words)).toThrow(RetryLaterError);
  });

  test.each([['daily request limit exceeded'], ['too many requests'], ['node is syncing']])(
    'nothing is concluded from a node that takes nothing (%s)',
    (words) => {
      expect(() => interpretSendError(words)).toThrow(ChainUnavailableError);
    },
  );

  test.each([
    ['insufficient funds for gas * price + value: balance 1, tx cost 2, overshot 1'],
    ['intrinsic gas too low: gas 1, minimum needed 21000'],
    ['exceeds block gas limit'],
    ['invalid sender'],
    ['invalid chain id for signer: have 1 want 31337'],
  ])('these bytes will never do (%s)', (words) => {
    expect(interpretSendError(words)).toEqual({ kind: 'refused', words });
  });
});

test('what a mined transaction cost is never guessed for a node that lost its receipt', async () => {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => response.end(body.replaceAll(/"method":"[^"]*"/g, '"result":null')));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const sending = openEvmSending({ mode: 'sandbox', url: `http://127.0.0.1:${port}` });
  await expect(sending.paidFee(`0x${'5e'.repeat(32)}`)).rejects.toThrow('does not say what a mined transaction cost');
  await sending.close();
  server.closeAllConnections();
  server.close();
});
