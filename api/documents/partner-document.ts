import type { PartnerStatement } from '../../db/partners/statements.ts';
import type { DocumentFacts } from '../../domain/documents/proof.ts';
import { formatAmount, formatTrimmed } from '../../domain/money/money.ts';
import { CONTENT_WIDTH, Sheet } from './sheet.ts';
import type { Drawing } from './signed.ts';
import { drawVerification, type ProvingDeps } from './verification.ts';
import { BACK_OFFICE_WORDS } from './words/back-office-words.ts';

/** The monthly statement of a partner: how the settled amount came about. Merchants are counted and never named. */
export async function* drawPartnerStatement(deps: ProvingDeps, statement: PartnerStatement): Drawing {
  const words = BACK_OFFICE_WORDS;
  const { partner } = words;
  const { number, month, paidAt, from, company, name, kind, signedUp, live } = statement;
  const { shareBps, carriedMinor, sharesMinor, takenBackMinor, paidMinor } = statement;
  const sheet = new Sheet({ title: partner.title, language: 'en', createdAt: paidAt, footer: words.page });
  sheet.text('H1', `${partner.title} ${month}`);
  sheet.skip(8);
  const about = sheet.table([
    { label: '', width: 170 },
    { label: '', width: CONTENT_WIDTH - 170 },
  ]);
  about.row([words.number, number]);
  about.row([partner.name, name]);
  about.row([partner.kind, partner.kinds[kind]]);
  about.row([partner.account, company ?? '–']);
  about.row([words.statement.period, `${utc(from)} – ${utc(paidAt)} UTC`]);
  about.row([partner.signedUp, String(signedUp)]);
  about.row([partner.live, String(live)]);
  about.row([partner.fees, `${euros((sharesMinor * WHOLE_BPS) / BigInt(shareBps || 1))} EUR`]);
  about.end();

  sheet.skip(10);
  const table = sheet.table([
    { label: words.statement.what, width: CONTENT_WIDTH - 120 },
    { label: 'EUR', width: 120, align: 'right' },
  ]);
  table.row([partner.carried, euros(carriedMinor)]);
  table.row([partner.shares(percentOf(shareBps)), euros(sharesMinor)]);
  table.row([partner.takenBack, euros(-takenBackMinor)]);
  table.row([partner.paid, euros(paidMinor)], { font: 'bold' });
  table.end();
  sheet.text('P', partner.how);
  const facts = factsOf(statement);
  await drawVerification(sheet, deps, { words, facts });
  sheet.end();
  yield sheet.take() ?? Buffer.alloc(0);
  return facts;
}

const WHOLE_BPS = 10_000n;

function factsOf({ number, from, paidAt, company, ...of }: PartnerStatement): DocumentFacts {
  return {
    kind: 'partner_statement',
    id: number,
    mode: 'production',
    ...(company === null ? {} : { company }),
    currency: 'EUR',
    from: from.toISOString(),
    to: paidAt.toISOString(),
    share_percent: percentOf(of.shareBps),
    carried: euros(of.carriedMinor),
    shares: euros(of.sharesMinor),
    taken_back: euros(of.takenBackMinor),
    paid: euros(of.paidMinor),
  };
}

const percentOf = (bps: number) => formatTrimmed(BigInt(bps), 2);
const euros = (minor: bigint) => formatAmount(minor, 2);
const utc = (at: Date) => at.toISOString().slice(0, 16).replace('T', ' ');
