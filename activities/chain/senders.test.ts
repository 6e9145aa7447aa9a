import { pad } from 'viem';
import { describe, expect, test } from 'vitest';
import { parseTronAddress } from '../../domain/address/tron.ts';
import { describeMined, describePending } from './evm/movements.ts';
import { describeTron } from './tron/movements.ts';
import { describeXrp } from './xrp/movements.ts';

const PAYER = `0x${'a1'.repeat(20)}` as const;
const RELAYER = `0x${'b2'.repeat(20)}` as const;
const SHOP = `0x${'c3'.repeat(20)}` as const;
const WALLET_CONTRACT = `0x${'d4'.repeat(20)}` as const;
const USDT = `0x${'ee'.repeat(20)}` as const;
const HASH = `0x${'01'.repeat(32)}` as const;
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

const senders = ({ movements }: { movements: readonly { sender?: string }[] }) =>
  movements.map(({ sender }) => sender ?? null);

describe('whose money it was', () => {
  const transaction = {
    hash: HASH,
    blockHash: HASH,
    from: PAYER,
    to: SHOP,
    value: '0x5',
    nonce: '0x1',
    input: '0x',
  } as const;
  const receipt = {
    transactionHash: HASH,
    blockHash: HASH,
    status: '0x1',
    gasUsed: '0x1',
    effectiveGasPrice: '0x1',
    logs: [],
  } as const;
  const log = (from: typeof PAYER) => ({
    address: USDT,
    topics: [TRANSFER, pad(from), pad(SHOP)] as const,
    data: pad('0x7'),
  });

  test('is on Ethereum the account that sent its own ether, seen or mined', () => {
    expect(senders(describePending(transaction, USDT))).toEqual([PAYER]);
    expect(senders(describeMined({ transaction, receipt, trace: undefined }, USDT))).toEqual([PAYER]);
  });

  test('is not known of ether that a contract sent: nobody can sign for it', () => {
    const trace = {
      type: 'CALL',
      from: PAYER,
      to: WALLET_CONTRACT,
      value: '0x0',
      calls: [{ type: 'CALL', to: SHOP, value: '0x5' }],
    };
    const call = { ...transaction, to: WALLET_CONTRACT, value: '0x0' } as const;
    expect(senders(describeMined({ transaction: call, receipt, trace: trace as never }, USDT))).toEqual([null]);
  });

  test('is of tokens their owner, never who carried the transaction', () => {
    const relayed = { ...transaction, from: RELAYER, to: USDT, value: '0x0' } as const;
    const mined = { transaction: relayed, receipt: { ...receipt, logs: [log(PAYER)] }, trace: undefined };
    expect(senders(describeMined(mined, USDT))).toEqual([PAYER]);
    const words = [PAYER, SHOP].map((address) => pad(address).slice(2)).join('');
    const input = `0x23b872dd${words}${pad('0x7').slice(2)}` as const;
    expect(senders(describePending({ ...relayed, input }, USDT))).toEqual([PAYER]);
    const own = { ...relayed, from: PAYER, input: `0xa9059cbb${pad(SHOP).slice(2)}${pad('0x7').slice(2)}` } as const;
    expect(senders(describePending(own, USDT))).toEqual([PAYER]);
  });

  test('is on TRON the owner of the coins or tokens', () => {
    const [payer, relayer, shop, usdt] = ['a1', 'b2', 'c3', 'ee'].map((pair) => `41${pair.repeat(20)}`) as [
      string,
      string,
      string,
      string,
    ];
    const value = { owner_address: payer, to_address: shop, amount: 5 };
    const coins = {
      txID: 'aa',
      ret: [{ contractRet: 'SUCCESS' }],
      raw_data: { contract: [{ type: 'TransferContract', parameter: { value } }] },
    };
    const outcome = { id: 'aa', blockNumber: 1 };
    expect(senders(describeTron(coins as never, outcome, parseTronAddress(usdt)))).toEqual([parseTronAddress(payer)]);
    const call = { owner_address: relayer, contract_address: usdt };
    const tokens = {
      txID: 'bb',
      ret: [{ contractRet: 'SUCCESS' }],
      raw_data: { contract: [{ type: 'TriggerSmartContract', parameter: { value: call } }] },
    };
    const topics = [TRANSFER.slice(2), payer.slice(2).padStart(64, '0'), shop.slice(2).padStart(64, '0')];
    const logs = [{ address: usdt.slice(2), topics, data: '7'.padStart(64, '0') }];
    const called = { ...outcome, receipt: { result: 'SUCCESS' }, log: logs };
    expect(senders(describeTron(tokens as never, called, parseTronAddress(usdt)))).toEqual([parseTronAddress(payer)]);
  });

  test('is on the XRP Ledger the account of the payment, and nobody of what comes in other ways', () => {
    const payment = {
      hash: 'AA',
      TransactionType: 'Payment',
      Account: 'rPayer',
      Destination: 'rShop',
      Sequence: 1,
      Amount: '5',
    };
    const balances = {
      LedgerEntryType: 'AccountRoot',
      FinalFields: { Account: 'rShop', Balance: '15' },
      PreviousFields: { Balance: '10' },
    };
    const meta = {
      TransactionResult: 'tesSUCCESS',
      delivered_amount: '5',
      AffectedNodes: [{ ModifiedNode: balances }],
    };
    expect(senders(describeXrp(payment as never, meta as never))).toEqual(['rPayer']);
    const check = { ...payment, TransactionType: 'CheckCash', Account: 'rOther' };
    expect(senders(describeXrp(check as never, meta as never))).toEqual([null]);
  });
});
