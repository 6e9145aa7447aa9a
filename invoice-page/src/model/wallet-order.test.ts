import { describe, expect, it } from 'vitest';
import type { WalletPayment } from '../../../contract/wallet-payment.ts';
import { evmBalanceCall, evmOrder } from './wallet-order.ts';
import { problemOf } from './wallet-problem.ts';

const FROM = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const coin: WalletPayment = {
  gate_id: 'ETH',
  network: 'ETH',
  amount: '0.025',
  minor: '25000000000000000',
  address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  chain_id: 1,
  token: null,
};
const token: WalletPayment = {
  ...coin,
  gate_id: 'USDT_ERC20',
  amount: '49.9',
  minor: '49900000',
  token: '0xdac17f958d2ee523a2206206994597c13d831ec7',
};

describe('what a wallet is asked to send', () => {
  it('is the exact coins to the address, on one chain', () => {
    expect(evmOrder(coin, FROM)).toEqual({ from: FROM, to: coin.address, value: '0x58d15e17628000', chainId: '0x1' });
    expect(evmOrder({ ...coin, chain_id: 11_155_111 }, FROM).chainId).toBe('0xaa36a7');
  });

  it('is a transfer of the token by its contract, and no coins', () => {
    const { to, value, data } = evmOrder(token, FROM);
    expect([to, value]).toEqual([token.token, '0x0']);
    expect(data).toBe(
      '0xa9059cbb00000000000000000000000070997970c51812dc3a010c7d01b50e0d17dc79c80000000000000000000000000000000000000000000000000000000002f969e0',
    );
  });

  it('is checked against what the account has of it', () => {
    expect(evmBalanceCall(coin, FROM)).toEqual({ method: 'eth_getBalance', params: [FROM, 'latest'] });
    expect(evmBalanceCall(token, FROM)).toEqual({
      method: 'eth_call',
      params: [
        { to: token.token, data: '0x70a08231000000000000000000000000f39fd6e51aad88f6f4ce6ab8827279cfffb92266' },
        'latest',
      ],
    });
  });
});

describe('what wallets throw', () => {
  it.each([
    [{ code: 4001, message: 'User rejected the request.' }, 'declined'],
    [{ code: -32_000, message: 'User denied transaction signature' }, 'declined'],
    ['Confirmation declined by user', 'declined'],
    [{ code: -32_002, message: 'Request already pending' }, 'busy'],
    [{ code: 4902, message: 'Unrecognized chain ID' }, 'network'],
    [{ code: 4901 }, 'network'],
    [{ code: -32_000, message: 'insufficient funds for gas * price + value' }, 'funds'],
    [{ code: -32_603, message: 'ERC20: transfer amount exceeds balance' }, 'funds'],
    [new Error('socket hang up'), 'failed'],
    [undefined, 'failed'],
    [null, 'failed'],
  ] as const)('%j means %s', (thrown, problem) => {
    expect(problemOf(thrown)).toBe(problem);
  });
});
