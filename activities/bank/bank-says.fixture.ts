import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { moneyTransaction } from '../../db/core/sequelize.ts';
import { makeEuroAddress, settleDeposits } from '../../db/deposits/testing.fixture.ts';
import { makeRates, makeShop } from '../../db/invoices/testing.fixture.ts';
import { GATEWAY } from '../../db/ledger/accounts.ts';
import { balances } from '../../db/ledger/balances.ts';
import { postTransfers } from '../../db/ledger/transfers.ts';
import type { TestMerchant } from '../../db/testing.fixture.ts';
import { newId } from '../../domain/ids.ts';
import { openTestBank, testAccount } from './bank.fixture.ts';
import { runBankRound } from './window.ts';

/** One entry as a bank writes it; what is left out, the bank does not say. */
export interface SaidEntry {
  readonly minor: number;
  readonly isDebit?: boolean;
  readonly day?: string;
  readonly reference?: string;
  readonly isReversal?: 'true' | '1';
  readonly code?: readonly [string, string, string];
  readonly details?: readonly SaidDetails[];
}

export interface SaidDetails {
  readonly minor?: number;
  readonly reference?: string;
  readonly endToEndId?: string;
  readonly payer?: string;
  readonly iban?: string;
  readonly words?: string;
}

export interface SaidStatement {
  readonly id: string;
  readonly messageId?: string;
  readonly number?: string;
  readonly opens: number;
  /** Left out: what the entries lead to. */
  readonly closes?: number;
  readonly day?: string;
  readonly entries: readonly SaidEntry[];
  /** `Rpt`: a report of a day, instead of a statement. */
  readonly as?: 'Stmt' | 'Rpt';
  /** Its number, and whether it is the last one. */
  readonly page?: readonly [number, boolean];
  /** Left out: our account, in euro. */
  readonly iban?: string;
  /** Null: the bank does not say it. */
  readonly currency?: string | null;
}

const DAY = '2026-11-24';

export function statementText(said: SaidStatement): string {
  const { id, messageId, number, opens, closes, day = DAY, entries, as = 'Stmt', page } = said;
  const sum = entries.reduce((total, { minor, isDebit }) => total + (isDebit ? -minor : minor), opens);
  const balance = (code: string, minor: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amount(Math.abs(minor))}<CdtDbtInd>${minor < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
  const sequence = number === undefined ? '' : `<ElctrncSeqNb>${number}</ElctrncSeqNb>`;
  const pages =
    page === undefined ? '' : `<${as}Pgntn><PgNb>${page[0]}</PgNb><LastPgInd>${page[1]}</LastPgInd></${as}Pgntn>`;
  const head = `<Id>${id}</Id>${pages}${sequence}<CreDtTm>${day}T20:00:00</CreDtTm>${accountText(said)}`;
  const balances = `${balance('OPBD', opens)}${balance('CLBD', closes ?? sum)}`;
  const body = `<${as}>${head}${balances}${entries.map(entryText).join('')}</${as}>`;
  const [version, outer] =
    as === 'Stmt'
      ? (['camt.053.001.08', 'BkToCstmrStmt'] as const)
      : (['camt.052.001.08', 'BkToCstmrAcctRpt'] as const);
  return documentText(version, outer, { messageId: messageId ?? `${id}-${number}-${opens}`, body });
}

export function notificationText(id: string, entries: readonly SaidEntry[]): string {
  const body = `<Ntfctn><Id>${id}</Id><CreDtTm>${DAY}T12:00:00</CreDtTm>${accountText({})}${entries.map(entryText).join('')}</Ntfctn>`;
  return documentText('camt.054.001.08', 'BkToCstmrDbtCdtNtfctn', { messageId: id, body });
}

function accountText({ iban = testAccount.iban, currency = 'EUR' }: Pick<SaidStatement, 'iban' | 'currency'>): string {
  const number = iban.length < 20 ? `<Othr><Id>${iban}</Id></Othr>` : `<IBAN>${iban}</IBAN>`;
  return `<Acct><Id>${number}</Id>${some('Ccy', currency ?? undefined)}</Acct>`;
}

const amount = (minor: number) => `<Amt Ccy="EUR">${(minor / 100).toFixed(2)}</Amt>`;
const some = (tag: string, text: string | undefined) => (text === undefined ? '' : `<${tag}>${text}</${tag}>`);

function documentText(
  version: string,
  outer: string,
  of: { readonly messageId: string; readonly body: string },
): string {
  const head = `<GrpHdr><MsgId>${of.messageId}</MsgId><CreDtTm>${DAY}T20:00:00</CreDtTm></GrpHdr>`;
  const namespace = `urn:iso:std:iso:20022:tech:xsd:${version}`;
  const document = `<Document xmlns="${namespace}"><${outer}>${head}${of.body}</${outer}></Document>`;
  return `<?xml version="1.0" encoding="UTF-8"?>${document}`;
}

function entryText(entry: SaidEntry): string {
  const { minor, isDebit = false, day = DAY, reference, isReversal, code, details = [] } = entry;
  const [domain, family, sub] = code ?? ['PMNT', isDebit ? 'ICDT' : 'RCDT', 'ESCT'];
  const indicator = `<CdtDbtInd>${isDebit ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;
  const role = isDebit ? 'Cdtr' : 'Dbtr';
  const transactions = details.map((each) => {
    const refs = `${some('AcctSvcrRef', each.reference)}<EndToEndId>${each.endToEndId ?? 'NOTPROVIDED'}</EndToEndId>`;
    const money = each.minor === undefined ? '' : `${amount(each.minor)}${indicator}`;
    const party = each.payer === undefined ? '' : `<${role}><Pty><Nm>${each.payer}</Nm></Pty></${role}>`;
    const account = each.iban === undefined ? '' : `<${role}Acct><Id><IBAN>${each.iban}</IBAN></Id></${role}Acct>`;
    const parties = party + account === '' ? '' : `<RltdPties>${party}${account}</RltdPties>`;
    const words = each.words === undefined ? '' : `<RmtInf><Ustrd>${each.words}</Ustrd></RmtInf>`;
    return `<TxDtls><Refs>${refs}</Refs>${money}${parties}${words}</TxDtls>`;
  });
  const familyText = `<Fmly><Cd>${family}</Cd><SubFmlyCd>${sub}</SubFmlyCd></Fmly>`;
  const bank = `<BkTxCd><Domn><Cd>${domain}</Cd>${familyText}</Domn></BkTxCd>`;
  const days = `<BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt>`;
  const inside = transactions.length === 0 ? '' : `<NtryDtls>${transactions.join('')}</NtryDtls>`;
  return `<Ntry>${amount(minor)}${indicator}${some('RvslInd', isReversal)}<Sts><Cd>BOOK</Cd></Sts>${days}${some('AcctSvcrRef', reference)}${bank}${inside}</Ntry>`;
}

/** A bank whose files are written by hand, with everything that reacts to it. */
export async function openSayingBank() {
  const t = await openTestBank({ whole: true });
  const { db, folder, clock } = t;
  await makeRates(db);
  let files = 0;
  const settle = () => settleDeposits(db, clock.nowMs);
  const sayUnsettled = async (...texts: readonly string[]) => {
    clock.nowMs = Math.max(clock.nowMs, Date.now()) + 1_000;
    for (const text of texts) {
      files += 1;
      await writeFile(join(folder, 'from-bank', `said-${String(files).padStart(4, '0')}.xml`), text, { mode: 0o640 });
    }
    await runBankRound(t.deps);
  };
  return {
    ...t,
    settle,
    sayUnsettled,
    /** Each file in a round of its own, or all in one. */
    say: async (...texts: readonly string[]) => {
      await sayUnsettled(...texts);
      await settle();
    },
    /** The merchant converts euro and sends the coins away. */
    spend: async ({ merchantId: owner }: TestMerchant, minor: bigint) => {
      const of = { mode: 'sandbox', asset: 'EUR' } as const;
      const debit = { ...of, owner, kind: 'available' } as const;
      const posting = { debit, credit: { ...of, owner: GATEWAY, kind: 'position' }, minor } as const;
      await moneyTransaction(db, (tx) =>
        postTransfers(tx, [{ key: `test:${newId()}`, kind: 'conversion', postings: [posting] }]),
      );
    },
    /** A merchant with a customer who pays in euro, without fees or conversion. */
    customer: async (creditorReference?: string) => {
      const shop = await makeShop(db);
      const address = await makeEuroAddress(db, shop, { autoconversion: { type: 'none' } });
      return { shop, address, reference: creditorReference ?? address.creditorReference ?? '' };
    },
    /** All that the merchant has in euro, before fees are off: those of the gateway are small. */
    moneyOf: async ({ merchantId }: TestMerchant) => {
      const all = await balances(db, { owner: merchantId, mode: 'sandbox' });
      const sumOf = (kind: string) =>
        all.filter((each) => each.asset === 'EUR' && each.kind === kind).reduce((sum, { total }) => sum + total, 0n);
      return { available: sumOf('available'), receivable: sumOf('receivable') };
    },
  };
}
