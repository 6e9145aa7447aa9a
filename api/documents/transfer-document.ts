import { type GateId, gate } from '../../domain/assets.ts';
import type { DocumentFacts } from '../../domain/documents/proof.ts';
import { DomainError } from '../../domain/errors.ts';
import { type PayoutRecord, presentPayout } from '../../domain/payouts/view.ts';
import { type AnyWithdrawal, presentWithdrawal } from '../../domain/withdrawals/view.ts';
import { CONTENT_WIDTH, Sheet, WARNING } from './sheet.ts';
import { type Drawing, drawVerification, type SigningDeps } from './signed.ts';
import { BACK_OFFICE_WORDS } from './words/back-office-words.ts';

/** The confirmation of a payout that is done. @throws DomainError `illegal_transition` before */
export function drawPayoutConfirmation(deps: SigningDeps, record: PayoutRecord, company: string): Drawing {
  const { status, id, mode, gate_id, amount, net_amount, fees, address, destination_tag, reference, txid, ...payout } =
    presentPayout(record);
  return drawConfirmation(deps, {
    ...{ kind: 'payout', title: 'Payout confirmation', status, id, mode, company, gateId: gate_id, amount },
    ...{ netAmount: net_amount, fees, completedAt: payout.completed_at },
    details: { address, destination_tag, reference, txid },
  });
}

/**
 * The confirmation of a withdrawal that is done, with the bank's reference or its transaction. @throws DomainError
 * `illegal_transition` before
 */
export function drawWithdrawalConfirmation(deps: SigningDeps, withdrawal: AnyWithdrawal, company: string): Drawing {
  const { status, id, mode, gate_id, amount, net_amount, fees, recipient, txid, bank_reference, completed_at } =
    presentWithdrawal(withdrawal);
  const { iban, account_name, address, destination_tag } = recipient;
  return drawConfirmation(deps, {
    ...{ kind: 'withdrawal', title: 'Withdrawal confirmation', status, id, mode, company, gateId: gate_id, amount },
    ...{ netAmount: net_amount, fees, completedAt: completed_at },
    details: { account_name, iban, bank_reference, address, destination_tag, txid },
  });
}

type Detail = 'account_name' | 'address' | 'bank_reference' | 'destination_tag' | 'iban' | 'reference' | 'txid';

interface Confirmation {
  readonly kind: 'payout' | 'withdrawal';
  readonly title: string;
  readonly status: string;
  readonly id: string;
  readonly mode: string;
  readonly company: string;
  readonly gateId: GateId;
  readonly amount: string;
  readonly netAmount: string;
  readonly fees: { readonly service: string; readonly network: string };
  readonly completedAt: string | null;
  readonly details: Partial<Readonly<Record<Detail, string | null>>>;
}

function drawConfirmation(deps: SigningDeps, confirmation: Confirmation): Drawing {
  const { status, completedAt } = confirmation;
  if (status !== 'done' || completedAt === null) {
    throw new DomainError('illegal_transition', { message: 'There is a confirmation once the money has arrived.' });
  }
  return draw(deps, confirmation, completedAt);
}

function* draw(deps: SigningDeps, of: Confirmation, completedAt: string): Generator<Buffer, DocumentFacts> {
  const words = BACK_OFFICE_WORDS;
  const { title, company, mode, id, amount, netAmount, fees } = of;
  const ticker = of.gateId === 'EUR' ? 'EUR' : gate(of.gateId).ticker;
  const details = Object.entries(of.details).flatMap(([name, text]) => (text === null ? [] : [[name, text] as const]));
  const facts: DocumentFacts = {
    ...{ kind: of.kind, id, mode, company, gate_id: of.gateId, amount, net_amount: netAmount },
    ...Object.fromEntries(details),
    completed_at: completedAt,
  };
  const sheet = new Sheet({ title, language: 'en', createdAt: new Date(completedAt), footer: words.page });
  sheet.text('H1', title);
  if (mode === 'sandbox') sheet.text('P', words.sandbox, { color: WARNING, font: 'bold' });
  sheet.skip(8);
  const table = sheet.table([
    { label: '', width: 140 },
    { label: '', width: CONTENT_WIDTH - 140 },
  ]);
  table.row([words.company, company]);
  table.row([words.number, id]);
  table.row([words.completed, `${completedAt.slice(0, 19).replace('T', ' ')} UTC`]);
  table.row([words.amount, `${amount} ${ticker}`]);
  table.row([words.serviceFee, `${fees.service} ${ticker}`]);
  if (Number(fees.network) !== 0) table.row([words.networkFee, `${fees.network} ${ticker}`]);
  table.row([words.received, `${netAmount} ${ticker}`], { font: 'bold' });
  for (const [name, text] of details) table.row([words.details[name as Detail], text]);
  table.end();
  drawVerification(sheet, deps, { words, facts });
  sheet.end();
  yield sheet.take() ?? Buffer.alloc(0);
  return facts;
}
