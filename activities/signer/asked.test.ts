import { expect, test } from 'vitest';
import { inTransaction } from '../../db/core/sequelize.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { deriveOwnAddress } from '../../domain/assets/derivation.ts';
import { DEFAULT_FEE_BOUNDS } from '../../domain/payouts/fee-bounds.ts';
import { testKeys, testXpub } from './accounts.fixture.ts';
import { type EvmConditions, transferCall } from './evm/conditions.ts';
import { openEvmSigning } from './evm/family.ts';
import type { Payment, SigningFamily } from './family.ts';
import type { TronConditions } from './tron/conditions.ts';
import { openTronSigning } from './tron/family.ts';
import { hexOf } from './tron/transaction.ts';
import type { XrpConditions } from './xrp/conditions.ts';
import { openXrpSigning } from './xrp/family.ts';

const { db } = await openTestDatabase();

/** Nobody listens there: what the chain said is given. */
const url = 'http://127.0.0.1:1';
const mode = 'sandbox';
const own = (network: 'ETH' | 'TRON' | 'XRP') =>
  deriveOwnAddress({ network, accountXpub: testXpub(network), index: 0, chain: 'main' }).addressKey;
const rich = 10n ** 20n;

/** Signs one payment with what the chain was asked about another one. */
function signing<Conditions>(family: SigningFamily<Conditions>, conditionsFor: (requested: Payment) => Conditions) {
  return (payment: Payment, requested: Payment) =>
    inTransaction(db, (tx) =>
      family.sign(tx, {
        payments: [payment],
        conditions: conditionsFor(requested),
        keys: testKeys(family.network),
        replaces: null,
        bounds: DEFAULT_FEE_BOUNDS[family.network],
        onReserved: () => {},
        nowMs: Date.now(),
      }),
    );
}

const payment = { payoutId: 'p1', destinationTag: null, netMinor: 5_000_000n } as const;
const ether = {
  ...payment,
  gateId: 'ETH',
  address: '',
  addressKey: '0x52908400098527886e0f7030069857d2e4169ee7',
} as const;
const tron = { ...payment, gateId: 'TRX', address: '', addressKey: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE' } as const;
const ripple = { ...payment, gateId: 'XRP', address: '', addressKey: 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe' } as const;

const onEthereum = signing<EvmConditions>(
  openEvmSigning({ mode, url, usdtContract: undefined, accountXpub: testXpub('ETH') }),
  (requested) => ({
    chainId: 31_337,
    usdt: undefined,
    baseFee: 10n,
    suggestedTip: 1n,
    account: {
      address: own('ETH') as `0x${string}`,
      height: 1,
      number: 0n,
      pendingNumber: 0n,
      etherMinor: rich,
      tokenMinor: rich,
    },
    calls: new Map([
      [
        requested.payoutId,
        {
          payment: requested,
          call: transferCall('ETH', {
            to: requested.addressKey as `0x${string}`,
            amountMinor: requested.netMinor,
            usdt: undefined,
          }),
          gas: { kind: 'known', gas: 21_000n },
        },
      ],
    ]),
  }),
);

const block = {
  blockID: 'b'.repeat(64),
  block_header: { raw_data: { number: 7, timestamp: 1, parentHash: 'a'.repeat(64) } },
};
const onTron = signing<TronConditions>(
  openTronSigning({ mode, url, usdtContract: undefined, accountXpub: testXpub('TRON') }),
  (requested) => ({
    headMs: Date.now(),
    solid: block,
    prices: { energySun: 1n, byteSun: 1n, openingSun: 1n },
    account: { address: hexOf(own('TRON')), height: 1, sunMinor: rich, tokenMinor: rich, energy: 0n, freeBytes: 0n },
    plans: new Map([
      [
        requested.payoutId,
        {
          payment: requested,
          action: { type: 'TransferContract', to: hexOf(requested.addressKey), sun: requested.netMinor },
          needs: { kind: 'coins', opening: false },
        },
      ],
    ]),
  }),
);

const onRipple = signing<XrpConditions>(openXrpSigning({ mode, url, accountXpub: testXpub('XRP') }), (requested) => ({
  networkId: 0,
  reserveDrops: 1n,
  feeDrops: 10n,
  account: { ledger: 1, balanceDrops: rich, keptDrops: 1n, sequence: 1n, openSequence: 1n, requiresTag: false },
  recipients: new Map([[requested.payoutId, { payment: requested, exists: true, asksForTag: false, refuses: false }]]),
}));

test.each([
  ['address on Ethereum', onEthereum, ether, { addressKey: '0x8617e340b3d01fa5f11f306f4090fd50e238070d' }],
  ['amount on Ethereum', onEthereum, ether, { netMinor: 5_000_001n }],
  ['asset on Ethereum', onEthereum, ether, { gateId: 'USDT_ERC20' }],
  ['payout on Ethereum', onEthereum, ether, { payoutId: 'p2' }],
  ['address on TRON', onTron, tron, { addressKey: 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC' }],
  ['amount on TRON', onTron, tron, { netMinor: 5_000_001n }],
  ['asset on TRON', onTron, tron, { gateId: 'USDT_TRC20' }],
  ['payout on TRON', onTron, tron, { payoutId: 'p2' }],
  ['address on XRP', onRipple, ripple, { addressKey: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh' }],
  ['amount on XRP', onRipple, ripple, { netMinor: 5_000_001n }],
  ['tag on XRP', onRipple, ripple, { destinationTag: 7n }],
  ['payout on XRP', onRipple, ripple, { payoutId: 'p2' }],
] as const)(
  'hazard 68: another %s than the node was asked about is never signed',
  async (_, sign, requested, changed) => {
    expect(await sign(requested, requested)).toMatchObject({ lines: [{ payoutId: 'p1' }] });
    await expect(sign(requested, { ...requested, ...changed })).rejects.toThrow('was not asked about payout p1');
  },
);
