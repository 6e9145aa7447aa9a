import { pathToFileURL } from 'node:url';
import { caseTable } from '../domain/compliance/case-table.ts';
import { describeMachine } from '../domain/process/describe.ts';
import { invoiceTable } from '../domain/state/invoice-table.ts';
import { massPayoutTable } from '../domain/state/mass-payout.ts';
import { merchantTable } from '../domain/state/merchant.ts';
import { methodTable } from '../domain/state/payment-method.ts';
import { payoutTable } from '../domain/state/payout-table.ts';
import { refundRequestTable } from '../domain/state/refund-request.ts';
import { suspicionTable } from '../domain/suspicion/suspicion.ts';

/** The whole text of docs/states.md, drawn from the tables that decide. */
export function statesDocument(): string {
  return [
    '# States',
    '',
    'Drawn from the tables in `domain/state/` by `node scripts/generate.ts`; the tests fail when they differ. What is not listed is',
    'refused with 409 and changes nothing. Within a cell the first line whose condition holds decides.',
    '',
    ...ofMoney(),
    ...ofPeople(),
  ].join('\n');
}

function ofMoney(): string[] {
  return [
    describeMachine({
      title: 'Invoice',
      table: invoiceTable,
      start: 'new',
      notes: [
        'Besides the status every step books what the payments say: money at its threshold is credited once to its own account (or',
        '`suspense` for an asset without a quote), taken back when a reorganisation undoes it, and `available` holds what the status',
        'settles. "Due" is the amount asked less the underpaid tolerance.',
        '',
        'Letters: A choosing · B two assets · C partly paid at the deadline · D late top-up · E money after done · F cancel · G reorganised',
        'past the threshold · H dropped or replaced below it · I on-time payment found late · J refund outcome · K paid after refunded ·',
        'L error · M seen in time, confirmed too late. A network’s patience is six times the usual time to its threshold, at least an hour, from the',
        'first sight of a payment; what takes longer to confirm counts as late.',
      ],
    }),
    describeMachine({
      title: 'Payout and refund',
      table: payoutTable,
      start: 'new',
      notes: [
        'Asked for, the money is held. It is given back only where nothing that was signed can reach the chain (see money-out.md).',
      ],
    }),
    describeMachine({
      title: 'Refund request',
      table: refundRequestTable,
      start: 'open',
      notes: ['What a payer asks for by the mailed link. A link is used once.'],
    }),
    describeMachine({
      title: 'Mass payout',
      table: massPayoutTable,
      start: 'new',
      notes: ['Each line that is run is a payout of its own; `counted` follows whenever one of them changes.'],
    }),
    describeMachine({
      title: 'Payment method',
      table: methodTable,
      start: 'pending',
      notes: [
        'Active once ownership and correctness are confirmed. One withdrawal method of an asset is active at a time.',
      ],
    }),
  ];
}

function ofPeople(): string[] {
  return [
    describeMachine({
      title: 'Merchant',
      table: merchantTable,
      start: 'new',
      notes: [
        'What every request of a merchant may do starts here; production opens and closes with the onboarding below. `blocked` is set and lifted',
        'by hand. Who proves the mail address while signing up starts in `email_verified`.',
      ],
    }),
    describeMachine({
      title: 'Onboarding',
      table: caseTable,
      start: 'integrating',
      notes: [
        'Production is open in `production`, `renewal` and `rechecking`. A high risk needs the MLRO among the two who approve.',
      ],
    }),
    describeMachine({
      title: 'Suspended operation',
      table: suspicionTable,
      start: 'suspended',
      notes: [
        'Its money does not move before it is released; how many people must agree is in `domain/suspicion/suspicion.ts`.',
      ],
    }),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.stdout.write(statesDocument());
