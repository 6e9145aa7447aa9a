import { gateText } from '../../contract/conversions.view.ts';
import type { Deposit, DepositForm, SpaDeposit, StaticAddress } from '../../contract/deposits.ts';
import { CRYPTO_GATES, type CryptoGateId, gate, minimumMinor } from '../../domain/assets/assets.ts';
import { DEPOSIT_STATUSES } from '../../domain/state/deposit-status.ts';
import { idOf, NOW } from './fixtures.fixture.ts';
import { ADDRESS } from './payouts.fixture.ts';

const at = (time: string) => `2026-11-20T${time}.000Z`;
const TXID = '9f1e0b94d3f25a6688c07be1a94d20f35e91c8b7420d6fa1e83b5cc9047fa90f';

/** An address for bitcoin of one customer. */
export function makeAddress(changes: Partial<StaticAddress> = {}): StaticAddress {
  return {
    id: idOf(1200),
    mode: 'sandbox',
    gate_id: 'BTC',
    reference: 'customer-1001',
    description: 'Anna, Larkspur',
    address: ADDRESS,
    destination_tag: null,
    payment_uri: `bitcoin:${ADDRESS}`,
    minimum: '0.00004000',
    bank: null,
    autoconversion: null,
    notification_url: null,
    created_at: at('09:00:00'),
    ...changes,
  };
}

/** One account with a tag of the customer. */
export function makeXrpAddress(): StaticAddress {
  const address = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
  return makeAddress({
    id: idOf(1201),
    gate_id: 'XRP',
    address,
    destination_tag: '1048577',
    minimum: '1.000000',
    description: null,
    payment_uri: `xrpl:${address}?dt=1048577`,
    autoconversion: { type: 'partial', gate_id: 'EUR', percent: 40 },
  });
}

/** The account of the gateway with a reference of the customer. */
export function makeEuroAddress(): StaticAddress {
  const bank = { name: 'Tidegate Demo UAB', iban: 'LT121000011101001000', bic: 'HABALT22XXX' };
  const creditor_reference = 'RF18539007547034';
  return makeAddress({
    id: idOf(1299),
    gate_id: 'EUR',
    address: bank.iban,
    minimum: '1.00',
    bank: { ...bank, creditor_reference },
    payment_uri: `BCD\n002\n1\nSCT\n${bank.bic}\n${bank.name}\n${bank.iban}\n\n\n${creditor_reference}`,
    autoconversion: { type: 'full', gate_id: 'USDT_TRC20' },
  });
}

/** Eighteen addresses, newest first. */
export function makeAddresses(): StaticAddress[] {
  const all: CryptoGateId[] = [...CRYPTO_GATES];
  const more = Array.from({ length: 16 }, (_, index) =>
    makeAddress({
      id: idOf(1202 + index),
      gate_id: all[index % all.length] ?? 'BTC',
      reference: `customer-${1002 + index}`,
      description: index % 3 === 0 ? null : 'A customer with a long description, kept for the support team',
      created_at: new Date(Date.parse(NOW) - index * 7_200_000).toISOString(),
    }),
  );
  return [makeAddress(), makeXrpAddress(), ...more];
}

/** A deposit that is done and converted. */
export function makeDeposit(changes: Partial<SpaDeposit> = {}): SpaDeposit {
  const { reference, address, id: address_id } = makeAddress();
  return {
    id: idOf(1300),
    version: 4,
    type: 'crypto',
    mode: 'sandbox',
    gate_id: 'BTC',
    currency: 'BTC',
    amount: '0.00250000',
    net_amount: '0.00248750',
    minimum: '0.00004000',
    fees: { service: '0.00001250' },
    reference,
    address_id,
    address,
    destination_tag: null,
    status: 'done',
    status_reason: null,
    bank: null,
    transactions: [makeTransaction()],
    conversion: {
      id: idOf(1400),
      from: 'BTC',
      to: 'EUR',
      amount_from: '0.00248750',
      amount_to: '196.20',
      rate: '79202.00',
      at: 'present',
    },
    created_at: at('14:02:11'),
    completed_at: at('14:31:02'),
    timeline: [
      seen('14:02:11', TXID, '0.00250000'),
      { at: at('14:02:11'), kind: 'status', status: 'created', text_key: 'status', data: {} },
      { at: at('14:12:40'), kind: 'status', status: 'confirming', text_key: 'status', data: {} },
      { at: at('14:31:00'), kind: 'ledger', text_key: 'credited', data: { amount: '0.00250000', asset: 'BTC' } },
      { at: at('14:31:00'), kind: 'status', status: 'processing', text_key: 'status', data: {} },
      { at: at('14:31:02'), kind: 'ledger', text_key: 'settled', data: { amount: '0.00248750', asset: 'BTC' } },
      { at: at('14:31:02'), kind: 'status', status: 'done', text_key: 'status', data: {} },
    ],
    ledger: [
      line('14:31:00', { kind: 'payment_credit', debit: 'custody:BTC', credit: 'unsettled', amount: '0.00250000' }),
      line('14:31:02', { kind: 'settle', debit: 'unsettled', credit: 'available', amount: '0.00248750' }),
      line('14:31:02', { kind: 'settle', debit: 'unsettled', credit: 'fees:service', amount: '0.00001250' }),
    ],
    ...changes,
  };
}

/** Two payments below the minimum, which wait for more. */
export function makeGathering(): SpaDeposit {
  const second = 'e40a71d5582b9c6f03d18e7ab64c9f2210b7d35ea8916c4f70e2bd8851a3c67d';
  return makeDeposit({
    status: 'processing',
    status_reason: 'below_minimum',
    amount: '0.00003000',
    net_amount: '0.00002985',
    fees: { service: '0.00000015' },
    conversion: null,
    completed_at: null,
    ledger: [],
    transactions: [makeTransaction({ amount: '0.00001000' }), makeTransaction({ txid: second, amount: '0.00002000' })],
    timeline: [seen('14:02:11', TXID, '0.00001000'), seen('14:20:30', second, '0.00002000')],
  });
}

function makeTransaction(
  changes: Partial<SpaDeposit['transactions'][number]> = {},
): SpaDeposit['transactions'][number] {
  return {
    txid: TXID,
    output: '0',
    gate_id: 'BTC',
    amount: '0.00250000',
    confirmations: 2,
    status: 'confirmed',
    first_seen_at: at('14:02:11'),
    explorer_url: null,
    ...changes,
  };
}

function seen(time: string, txid: string, amount: string): SpaDeposit['timeline'][number] {
  return { at: at(time), kind: 'payment', text_key: 'payment_seen', data: { txid, output: '0', asset: 'BTC', amount } };
}

function line(time: string, of: Pick<SpaDeposit['ledger'][number], 'kind' | 'debit' | 'credit' | 'amount'>) {
  return { at: at(time), key: `${of.kind}:${of.credit}`, asset: 'BTC', posted: true, ...of };
}

/** Twenty-two deposits in every status, one that gathers among them; newest first. */
export function makeDepositRows(count = 22): Deposit[] {
  const { timeline: _t, ledger: _l, address: _a, destination_tag: _d, transactions: _x, ...row } = makeDeposit();
  return Array.from({ length: count }, (_, index) => ({
    ...row,
    transactions: [],
    ...(index === 2
      ? { amount: '0.00003000', net_amount: '0.00002985', status_reason: 'below_minimum' as const }
      : { status_reason: null }),
    id: idOf(1300 + index),
    reference: `customer-${1001 + (index % 5)}`,
    status: index === 2 ? ('processing' as const) : (DEPOSIT_STATUSES[(index + 5) % DEPOSIT_STATUSES.length] ?? 'done'),
    created_at: new Date(Date.parse(NOW) - index * 5_400_000).toISOString(),
  }));
}

export function makeDepositForm(changes: Partial<DepositForm> = {}): DepositForm {
  return {
    gates: CRYPTO_GATES.map((gate_id) => {
      const { confirmations } = gate(gate_id);
      return { gate_id, is_open: true, minimum: gateText(minimumMinor(gate(gate_id)), gate_id), confirmations };
    }),
    euro: { minimum: '1.00' },
    fee_percent: '0.50',
    conversion_targets: ['BTC', 'USDT_TRC20', 'EUR'],
    autoconversion: { type: 'full', gate_id: 'EUR' },
    ...changes,
  };
}
