import { pathToFileURL } from 'node:url';
import { processes } from '../db/processes.ts';
import { bankPaymentTable } from '../domain/bank/payment-table.ts';
import { caseTable } from '../domain/compliance/case-table.ts';
import { describeMachine } from '../domain/process/describe.ts';
import { cardOrderTable } from '../domain/state/card-order-table.ts';
import { claimTable } from '../domain/state/claim-table.ts';
import { depositTable } from '../domain/state/deposit-table.ts';
import { invoiceTable } from '../domain/state/invoice-table.ts';
import { massPayoutTable } from '../domain/state/mass-payout.ts';
import { merchantTable } from '../domain/state/merchant.ts';
import { partnerTable } from '../domain/state/partner-table.ts';
import { methodTable } from '../domain/state/payment-method.ts';
import { payoutTable } from '../domain/state/payout-table.ts';
import { refundRequestTable } from '../domain/state/refund-request.ts';
import { treasuryTransferTable } from '../domain/state/treasury-transfer-table.ts';
import { withdrawalTable } from '../domain/state/withdrawal-table.ts';
import { reportTable } from '../domain/suspicion/linked-report.ts';
import { suspicionTable } from '../domain/suspicion/suspicion.ts';
import { hedgeOrderTable } from '../domain/treasury/hedge-order.ts';

/** The whole text of docs/states.md, drawn from the tables that decide. */
export function statesDocument(): string {
  const sections: Sections = { ...ofMoney(), ...ofRequests(), ...ofPeople() };
  return [
    '# States',
    '',
    'For developers and operators: every status of every process and what leads from one to another. Generated from the tables in `domain/` by `node scripts/generate.ts`; the',
    'tests fail when they differ. An event that is not listed is refused with 409 and changes nothing. The first line whose condition is true decides.',
    '',
    ...processes.map(({ name }) => sectionOf(name, sections)),
  ].join('\n');
}

/** By the name of the process. */
type Sections = Readonly<Record<string, string>>;

function sectionOf(name: string, sections: Sections): string {
  const section = sections[name];
  if (section === undefined) throw new Error(`Describe the process ${name} in scripts/generate-states.ts.`);
  return section;
}

function ofMoney(): Sections {
  return {
    invoice: describeMachine({
      title: 'Invoice',
      table: invoiceTable,
      start: 'new',
      notes: [
        'Besides the status, every step books the payments: money at its confirmation threshold is credited once to the invoice’s account (or to',
        '`suspense` for an asset without a quote) and reversed when a reorganization removes it; `available` contains what the status',
        'settles. "Due" is the requested amount minus the underpayment tolerance. While staff hold the money, or a large amount is not final,',
        'no status settles more of it: the release or the finality does. An expired or canceled invoice frees its reference, except while',
        'a late payment was detected that may still be confirmed.',
        '',
        'Letters: A choosing · B two assets · C partially paid at the deadline · D late top-up · E money after done · F cancel · G reorganized',
        'past the threshold · H dropped or replaced below it · I on-time payment found late · J refund outcome · K paid after refunded ·',
        'L error · M detected in time, confirmed too late. A network’s confirmation limit is six times the usual time to its threshold, at least an',
        'hour, from the detection of a payment; a payment that takes longer counts as late.',
      ],
    }),
    deposit: describeMachine({
      title: 'Deposit',
      table: depositTable,
      start: 'created',
      notes: [
        'A payment to a customer’s static address, or several below the gate’s minimum, which wait together until their sum reaches it. Each',
        'payment is credited once at its confirmation threshold and reversed when a reorganization removes it. `created`: detected; `pending`:',
        'waits for a block.',
      ],
    }),
    payout: describeMachine({
      title: 'Payout, refund and withdrawal in coins',
      table: payoutTable,
      start: 'new',
      notes: [
        'The money is held from the request on. It is returned only if no signed transaction can reach the chain any more ([Money out](money-out/overview.md)).',
      ],
    }),
    claim: describeMachine({
      title: 'Claim',
      table: claimTable,
      start: 'checking',
      notes: [
        'A payment that belongs to nobody is paid back to its sender, after a decision of the staff ([Claims](claims.md)). Until its approval the money',
        'is in `suspense`, then on the account of the claim, from which its payout is held.',
      ],
    }),
    card_order: describeMachine({
      title: 'Card order',
      table: cardOrderTable,
      start: 'draft',
      notes: [
        'A purchase of coins by card ([Card orders](card-orders.md)). `partner_…`: the order as it was fetched from the partner; its news never go backwards.',
        'Earnings follow from coins that we saw on the chain (`delivered`). What ended without coins is watched for a week and can become active again.',
      ],
    }),
    withdrawal: describeMachine({
      title: 'Withdrawal to a bank account',
      table: withdrawalTable,
      start: 'new',
      notes: [
        'The money is held from the request on, paid out when the bank books the debit, and returned if the bank rejects or returns the payment',
        '([Money out](money-out/overview.md)).',
      ],
    }),
  };
}

function ofRequests(): Sections {
  return {
    refund_request: describeMachine({
      title: 'Refund request',
      table: refundRequestTable,
      start: 'open',
      notes: ['A payer requests a refund with the mailed link. Each link works once.'],
    }),
    mass_payout: describeMachine({
      title: 'Mass payout',
      table: massPayoutTable,
      start: 'new',
      notes: ['Each line that is run becomes a payout; `counted` follows whenever one of them changes.'],
    }),
    bank_payment: describeMachine({
      title: 'Bank payment',
      table: bankPaymentTable,
      start: 'waiting',
      notes: [
        'A euro payment on its way through the bank ([Payments to the bank](bank/payments.md)). A withdrawal hears of `in_file`, `accepted`, `rejected`, `name_question`, `booked`',
        'and `returned`; it is paid when its debit is booked. The bank makes a payment (`carry_out`) when it says so of this very payment, also while',
        'a question about its name is open: it is then not ordered again.',
      ],
    }),
    hedge_order: describeMachine({
      title: 'Order at an exchange',
      table: hedgeOrderTable,
      start: 'new',
      notes: [
        'What conversions leave is hedged by orders ([Hedging](treasury/hedging.md)). `send` is committed before the order leaves.',
      ],
    }),
    treasury_transfer: describeMachine({
      title: 'Transfer of own money',
      table: treasuryTransferTable,
      start: 'proposed',
      notes: [
        'Between hot wallets, exchanges and the bank ([Moving own money](treasury/own-money.md)). `send` is committed before anything leaves; custody changes only when',
        'the origin or the destination says so.',
      ],
    }),
    payment_method: describeMachine({
      title: 'Payment method',
      table: methodTable,
      start: 'pending',
      notes: [
        'Active once ownership and correctness are confirmed. Each asset has at most one active withdrawal method.',
      ],
    }),
  };
}

function ofPeople(): Sections {
  return {
    merchant: describeMachine({
      title: 'Merchant',
      table: merchantTable,
      start: 'new',
      notes: [
        'The status decides what a merchant’s requests may do; production opens and closes with the onboarding below. `blocked` is set and lifted',
        'by hand. A merchant who confirmed the email address during sign-up starts in `email_verified`.',
      ],
    }),
    partner: describeMachine({
      title: 'Partner',
      table: partnerTable,
      start: 'applied',
      notes: [
        'Partners and ambassadors bring merchants and earn a share of their fees. `accept` is the partner’s own act, all others are the staff’s.',
      ],
    }),
    case: describeMachine({
      title: 'Onboarding',
      table: caseTable,
      start: 'integrating',
      notes: [
        'Production is open in `production`, `renewal` and `rechecking`. For a high risk, one of the two approvers must be the MLRO.',
        'Every change of status starts a new round: votes count only in the status in which they were given.',
      ],
    }),
    suspension: describeMachine({
      title: 'Suspended operation',
      table: suspicionTable,
      start: 'suspended',
      notes: [
        'The money does not move until the release; `domain/suspicion/suspicion.ts` defines how many people must agree.',
      ],
    }),
    linked_report: describeMachine({
      title: 'Report of linked operations',
      table: reportTable,
      start: 'draft',
      notes: ['Each vote is about one version of the text; once closed, a report changes no more.'],
    }),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.stdout.write(statesDocument());
