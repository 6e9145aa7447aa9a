import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { XmlDocument } from 'libxml2-wasm';
import { SaxesParser } from 'saxes';
import { create } from 'xmlbuilder2';
import { openSchemas, STANDARD_SCHEMAS } from '../activities/bank/files/schemas.ts';
import { MESSAGE_VERSIONS, NAMESPACE } from '../activities/bank/files/versions.ts';
import { type PaymentToWrite, writePayments } from '../activities/bank/files/write-payments.ts';
import { addBankPayments, type NewBankPayment } from '../db/bank/payments.ts';
import { bankEntriesTable, bankStatementsTable } from '../db/bank/rows.ts';
import { type Db, inTransaction } from '../db/core/sequelize.ts';
import { execute, select } from '../db/core/sql.ts';
import { makeMerchant } from '../db/testing.fixture.ts';
import { newId } from '../domain/ids.ts';
import { formatAmount } from '../domain/money/money.ts';
import { programArgs, programEnv } from '../scripts/start/node-options.ts';
import { makeRunFolder } from '../scripts/testing/run-folder.ts';
import { SIMULATED_ACCOUNT } from '../settings/bank.ts';
import { type BenchDatabase, withBenchDatabase } from './database.ts';
import type { Figure } from './figure.ts';
import type { StatementReading } from './statement-reader.ts';

const PAYMENTS = 10_000;
const ENTRIES = 50_000;
const MB = 1_000_000;

/** A file of payments written and validated, and a statement read, validated and matched with payments. */
export async function run(): Promise<readonly Figure[]> {
  return [writing(), ...(await withBenchDatabase(matching))];
}

const schemas = openSchemas(STANDARD_SCHEMAS);

function writing(): Figure {
  const file = { createdMs: Date.now(), executionDay: '2026-11-25', from: SIMULATED_ACCOUNT };
  const write = (count: number) => {
    const payments = Array.from({ length: count }, (_, at) => payment(at));
    const bytes = writePayments({ ...file, messageId: `BENCH${count}`, payments });
    schemas.validate('pain.001', bytes);
    return bytes;
  };
  // The first compiles what writes it.
  write(100);
  const value = timed(() => write(PAYMENTS));
  const plain = Array.from({ length: PAYMENTS }, (_, at) => ({
    ...payment(at),
    amountMinor: '1',
    creditorAddress: at,
  }));
  const reference = timed(() => create({ Document: { payment: plain } }).end());
  return {
    name: `${PAYMENTS} payments written as pain.001 and validated`,
    value,
    unit: 's',
    reference: { name: 'xmlbuilder2 writing the same fields as one flat tree', value: reference },
    target: '< 3 s',
    ok: value < 3,
  };
}

async function matching({ url, db }: BenchDatabase): Promise<Figure[]> {
  const bytes = await statementOf(db);
  const { seconds: value, grownMb } = await readInProcess(url, bytes);
  const booked = await bankEntriesTable.count(db, { mode: 'sandbox', bookedAs: 'payment' });
  const statements = await bankStatementsTable.count(db, { entries: ENTRIES });
  if (booked !== ENTRIES / 2 || statements !== 1) throw new Error(`${booked} payments were booked.`);

  const text = bytes.toString();
  const reference = timed(() => {
    using document = XmlDocument.fromString(text);
    if (document.root === null) throw new Error('No document.');
    new SaxesParser().write(text).close();
  });
  const copied = await copying(db);
  const name = `${ENTRIES} entries of a camt.053 (${(bytes.length / MB).toFixed(0)} MB)`;
  return [
    {
      name: `${name} validated, half of them matched with payments, all booked`,
      value,
      unit: 's',
      reference: { name: 'parsing it plainly, with both parsers, and copying its rows', value: reference + copied },
      target: '≤ 2 of that',
      ok: value <= 2 * (reference + copied),
    },
    { name: 'more memory meanwhile', value: grownMb, unit: 'MB', target: '≤ 60 MB', ok: grownMb <= 60 },
  ];
}

/** In a process as a worker's: the memory of this one would hide what the statement takes. */
async function readInProcess(url: string, bytes: Buffer): Promise<StatementReading> {
  const folder = makeRunFolder();
  const [large, small] = [join(folder.path, 'large.xml'), join(folder.path, 'small.xml')];
  writeFileSync(large, bytes);
  writeFileSync(small, statementWith([entry(ENTRIES, undefined)], { openingMinor: 0n, closingMinor: 1_000n }));
  const program = join(import.meta.dirname, 'statement-reader.ts');
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [...programArgs, program, url, large, small], {
      env: programEnv(process.env),
    });
    return JSON.parse(stdout) as StatementReading;
  } finally {
    folder.remove();
  }
}

/** The seconds in which Postgres copies the rows of the statement, with the same indexes and nothing else. */
async function copying(db: Db): Promise<number> {
  const tables = ['bank_entry', 'transfer', 'entry', 'step', 'bank_payment'];
  for (const table of tables) await execute(db, `CREATE TABLE copy_of_${table} (LIKE ${table} INCLUDING ALL)`);
  const startedMs = performance.now();
  await inTransaction(db, async (tx) => {
    for (const table of tables)
      await execute(tx, `INSERT INTO copy_of_${table} OVERRIDING SYSTEM VALUE SELECT * FROM ${table}`);
  });
  return (performance.now() - startedMs) / 1_000;
}

/** Half of its entries are payments that the bank has accepted, half come from strangers. */
async function statementOf(db: Db): Promise<Buffer> {
  const { merchantId } = await makeMerchant(db);
  for (let at = 0; at < ENTRIES / 2; at += 5_000) {
    const some = Array.from({ length: 5_000 }, (_, index): NewBankPayment => {
      const { creditorName, creditorIban, creditorAddress, remittance } = payment(at + index);
      const creditor = { name: creditorName, iban: creditorIban, bic: null, address: creditorAddress };
      return { withdrawalId: newId(), merchantId, mode: 'sandbox', amountMinor: 1_000n, creditor, remittance };
    });
    await inTransaction(db, (tx) => addBankPayments(tx, some));
  }
  await execute(db, `UPDATE bank_payment SET status = 'accepted', files = 1`);
  const ids = await select<{ id: string }>(db, 'SELECT end_to_end_id AS id FROM bank_payment');
  const entries = Array.from({ length: ENTRIES }, (_, at) => entry(at, at % 2 === 0 ? ids[at / 2]?.id : undefined));
  // Nobody posts the payments in this run, so the books lack them.
  return statementWith(entries, { openingMinor: 1_000_000_000n, closingMinor: 1_000_000_000n });
}

function statementWith(
  entries: readonly string[],
  { openingMinor, closingMinor }: { readonly openingMinor: bigint; readonly closingMinor: bigint },
): Buffer {
  const balance = (code: string, minor: bigint) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${formatAmount(minor, 2)}</Amt>` +
    '<CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-24</Dt></Dt></Bal>';
  return Buffer.from(
    `<Document xmlns="${NAMESPACE}${MESSAGE_VERSIONS['camt.053']}"><BkToCstmrStmt><GrpHdr><MsgId>BENCH</MsgId>` +
      `<CreDtTm>2026-11-24T09:00:00Z</CreDtTm></GrpHdr><Stmt><Id>BENCH-S</Id><ElctrncSeqNb>1</ElctrncSeqNb>` +
      `<Acct><Id><IBAN>${SIMULATED_ACCOUNT.iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>` +
      `${balance('OPBD', openingMinor)}${balance('CLBD', closingMinor)}` +
      `${entries.join('')}</Stmt></BkToCstmrStmt></Document>`,
  );
}

function entry(at: number, endToEndId: string | undefined): string {
  const isCredit = endToEndId === undefined;
  const role = isCredit ? 'Dbtr' : 'Cdtr';
  return (
    `<Ntry><Amt Ccy="EUR">10.00</Amt><CdtDbtInd>${isCredit ? 'CRDT' : 'DBIT'}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>` +
    `<BookgDt><Dt>2026-11-24</Dt></BookgDt><ValDt><Dt>2026-11-24</Dt></ValDt><AcctSvcrRef>REF${at}</AcctSvcrRef>` +
    `<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>${isCredit ? 'RCDT' : 'ICDT'}</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn>` +
    `</BkTxCd><NtryDtls><TxDtls><Refs><EndToEndId>${endToEndId ?? 'NOTPROVIDED'}</EndToEndId></Refs><RltdPties>` +
    `<${role}><Pty><Nm>A payer or payee ${at}</Nm></Pty></${role}>` +
    `<${role}Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></${role}Acct></RltdPties>` +
    `<RmtInf><Ustrd>Payment number ${at}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`
  );
}

function payment(at: number): PaymentToWrite {
  return {
    endToEndId: `TG${String(at).padStart(24, '0')}`,
    file: 1,
    amountMinor: 1_000n + BigInt(at),
    creditorName: `Müller & Söhne ${at}`,
    creditorIban: 'DE89370400440532013000',
    creditorBic: null,
    creditorAddress: { town: 'Köln', country: 'DE', street: 'Domstraße 1' },
    remittance: `Withdrawal ${at}`,
    nameConfirmed: at % 10 === 0,
  };
}

function timed(work: () => unknown): number {
  const startedMs = performance.now();
  work();
  return (performance.now() - startedMs) / 1_000;
}
