import type { Deposit, DepositForm, SpaDeposit, StaticAddress } from '../../contract/deposits.ts';
import type { EmulatedDeposit } from '../../contract/sandbox.ts';
import { makeAddress, makeAddresses, makeDeposit, makeDepositForm, makeDepositRows } from './deposits.fixture.ts';
import { idOf } from './fixtures.fixture.ts';
import type { MockCall } from './mock-accounts.fixture.ts';

/** The mock's deposits and customer addresses. */
export interface MockDeposits {
  form: DepositForm;
  rows: Deposit[];
  deposit: SpaDeposit;
  addresses: StaticAddress[];
}

export function makeDeposits(changes: Partial<MockDeposits> = {}): MockDeposits {
  return {
    form: makeDepositForm(),
    rows: makeDepositRows(),
    deposit: makeDeposit(),
    addresses: makeAddresses(),
    ...changes,
  };
}

type Answer = [status: number, body: unknown];

const PAID: EmulatedDeposit = {
  address_id: idOf(1200),
  scenario: 'paid',
  txid: 'ab'.repeat(32),
  replaced_by: null,
  network: 'BTC',
  gate_id: 'BTC',
  output: '0',
  address: 'bcrt1qsimulated',
  destination_tag: null,
  amount: '0.50000000',
};

/** The calls of deposits and addresses; undefined for all others. */
export function depositAnswer(call: MockCall, { deposits }: { deposits: MockDeposits }): Answer | undefined {
  const [, method = '', collection, rest = ''] =
    /^(\w+) \/spa\/(?:sandbox|production)\/(deposits|addresses)(\/.*)?$/.exec(call.key) ?? [];
  const query = new URLSearchParams(call.path.split('?')[1] ?? '');
  if (collection === 'deposits') {
    if (rest === '') return listOf(query, deposits.rows);
    return rest === `/${deposits.deposit.id}` ? [200, { data: deposits.deposit }] : MISSING;
  }
  if (collection !== 'addresses') return undefined;
  if (rest === '/create') return [200, { data: deposits.form }];
  if (rest.endsWith('/payments')) return [202, { data: PAID }];
  if (method === 'POST') {
    const { gate_id, reference } = call.body as unknown as Pick<StaticAddress, 'gate_id' | 'reference'>;
    const known = deposits.addresses.find((each) => each.gate_id === gate_id && each.reference === reference);
    const made = known ?? makeAddress({ ...call.body, id: idOf(1299) });
    if (known === undefined) deposits.addresses = [made, ...deposits.addresses];
    return [known === undefined ? 201 : 200, { data: made }];
  }
  if (rest === '') return listOf(query, deposits.addresses);
  const found = deposits.addresses.find(({ id }) => rest === `/${id}`);
  return found ? [200, { data: found }] : MISSING;
}

const MISSING: Answer = [404, { message: 'Nothing found', code: 'not_found', request_id: 'req-7f3a91' }];

function listOf(query: URLSearchParams, rows: readonly (Deposit | StaticAddress)[]): Answer {
  const [page, perPage] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 25)];
  const statuses = query.get('status')?.split(',');
  const ids = query.get('ids')?.split(',');
  const gateId = query.get('gate_id');
  const found = rows
    .filter((row) => !statuses || ('status' in row && statuses.includes(row.status)))
    .filter(({ id }) => !ids || ids.includes(id))
    .filter(({ gate_id }) => gateId === null || gate_id === gateId)
    .filter(({ reference }) => reference.includes(query.get('search') ?? ''));
  const shown = found.slice((page - 1) * perPage, page * perPage);
  return [200, { data: shown, pagination: { total: found.length, page, per_page: perPage } }];
}
