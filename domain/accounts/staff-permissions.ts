/** The gateway's own people, apart from merchants' users (spec §6 "Compliance roles"). */
export const STAFF_ROLES = ['representative', 'mlro', 'manager', 'compliance_officer'] as const;

export type StaffRole = (typeof STAFF_ROLES)[number];

/** The roles as people read them. */
export const STAFF_ROLE_WORDS: Readonly<Record<StaffRole, string>> = {
  representative: 'Representative',
  mlro: 'MLRO',
  manager: 'Manager',
  compliance_officer: 'Compliance officer',
};

/** Everything staff may do, with what it means, as docs and the console show it. */
export const STAFF_PERMISSIONS = {
  case_view: 'See the queue and the cases of merchants who want to go to production',
  case_decide: 'Approve, refuse, or ask for more; an approval is one of two',
  document_view: 'Open the documents of a case; each look is recorded',
  operation_view: 'See suspended operations',
  operation_suspend: 'Suspend a payment',
  operation_release: 'Release a suspended operation; never the own suspension alone',
  operation_report: 'Report a suspended operation to the authority',
  report_view: 'See reports of linked operations',
  report_write: 'Finish the text of a report',
  report_file: 'Agree to file or dismiss a report, with the MLRO and another role; export it',
  claim_view: 'See claims to payments that belong to nobody, with their evidence',
  claim_decide: 'Approve and refuse claims; a valuable one with another role',
  card_order_view: 'See purchases of coins by card, with the masked addresses of customers',
  visitor_view: 'See who applied for an account, and how useful help articles were to readers',
  ticket_view: 'See support tickets of merchants, payers and visitors; each look is recorded',
  ticket_answer: 'Answer support tickets, write notes, give them to colleagues, close them, save answers',
  partner_view: 'See partners and ambassadors, their merchants and signals of fraud; each look is recorded',
  partner_decide: 'Approve, pause and end partners; decide about merchants with signals of fraud',
  update_view: 'See product updates and how far they are sent',
  update_write: 'Write product updates, and send them to oneself as a test',
  update_send: 'Approve a product update that another person wrote; stop one that is being sent',
  custody_view: 'See the coins on each chain beside the books, and what is on its way',
  treasury_view: 'See positions, orders, fills, limits and results of the treasury',
  treasury_operate: 'Stop and release hedging; move own money; change limits and ways for money, with another role',
  bank_view: 'See the files of the bank, what came without a reference, and differences from the books',
  bank_match: 'Say whose euro without a reference are, or send them back, with another role',
  bank_operate:
    'Send, read again or tear up files of the bank, book unknown debits as a cost, resolve differences, answer about names, release payments from before a restore',
  money_stop: 'Stop outgoing money of a network, and let it go again',
  alert_view: 'See alerts, and who was notified of them',
  alert_acknowledge: 'Acknowledge an alert, which stops its escalation',
  payout_operate: 'Approve, retry and resolve payouts and refunds that are stuck, as an operator',
  workflow_view: 'Read encrypted workflows in the Temporal Web UI; each reading is recorded',
  account_delete: 'Finish the deletion of an account that its owner requested, with another role; withdraw it',
  audit_view: "See what staff did, in the staff's audit log",
  look_view: 'See who looked at which personal data',
} as const;

export type StaffPermission = keyof typeof STAFF_PERMISSIONS;

const EVERY = Object.keys(STAFF_PERMISSIONS) as StaffPermission[];

/**
 * The permissions of each role. The MLRO answers for reports and may do all; the representative of the board oversees
 * and is a second pair of eyes; the manager decides and releases; the compliance officer does the daily work and lets
 * nothing go alone.
 */
const BY_ROLE: Readonly<Record<StaffRole, readonly StaffPermission[]>> = {
  mlro: EVERY,
  representative: [
    'case_view',
    'case_decide',
    'document_view',
    'operation_view',
    'operation_release',
    'report_view',
    'report_file',
    'claim_view',
    'claim_decide',
    'card_order_view',
    'visitor_view',
    'ticket_view',
    'partner_view',
    'update_view',
    'update_send',
    'custody_view',
    'treasury_view',
    'treasury_operate',
    'bank_view',
    'bank_match',
    'money_stop',
    'alert_view',
    'account_delete',
    'audit_view',
    'look_view',
  ],
  manager: [
    'case_view',
    'case_decide',
    'document_view',
    'operation_view',
    'operation_suspend',
    'operation_release',
    'report_view',
    'report_file',
    'claim_view',
    'claim_decide',
    'card_order_view',
    'visitor_view',
    'ticket_view',
    'ticket_answer',
    'partner_view',
    'partner_decide',
    'update_view',
    'update_write',
    'update_send',
    'custody_view',
    'treasury_view',
    'treasury_operate',
    'bank_view',
    'bank_match',
    'bank_operate',
    'money_stop',
    'alert_view',
    'alert_acknowledge',
    'payout_operate',
    'workflow_view',
    'account_delete',
  ],
  compliance_officer: [
    'case_view',
    'case_decide',
    'document_view',
    'operation_view',
    'operation_suspend',
    'report_view',
    'report_write',
    'claim_view',
    'card_order_view',
    'visitor_view',
    'ticket_view',
    'ticket_answer',
    'partner_view',
    'update_view',
    'update_write',
  ],
};

/** The permissions of a role, in the order of the list. */
export function staffPermissionsOf(role: StaffRole): readonly StaffPermission[] {
  return EVERY.filter((permission) => staffMay(role, permission));
}

/** True when the role has the permission. */
export function staffMay(role: StaffRole, permission: StaffPermission): boolean {
  return BY_ROLE[role].includes(permission);
}
