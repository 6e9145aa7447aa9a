import { expect, it } from 'vitest';
import { type MassPayoutRecord, presentMassPayout } from './mass-payouts.view.ts';

const record: MassPayoutRecord = {
  id: 'mp-1',
  merchantId: 'm-1',
  profileId: 's-1',
  mode: 'sandbox',
  version: 2,
  status: 'new',
  statusReason: null,
  source: 'file',
  fileName: 'march.csv',
  feePayer: 'merchant',
  lines: 10,
  bad: 3,
  opened: 6,
  signed: 5,
  done: 4,
  failed: 1,
  totals: [
    { gateId: 'LTC', validLines: 7, validMinor: 70n, heldMinor: 77n, badLines: 3, badMinor: 30n },
    { gateId: 'USDT_TRC20', validLines: 0, validMinor: 0n, heldMinor: 0n, badLines: 0, badMinor: 0n },
  ],
  warnings: [],
  approvalRequired: true,
  createdBy: 'u-1',
  runBy: null,
  creators: [],
  notBefore: null,
  createdAt: new Date('2026-03-01T10:00:00.000Z'),
  runAt: null,
  approvedAt: null,
  completedAt: null,
};

it('a mass payout is shown with the counts of its lines and a total for each gate, in the decimals of the gate', () => {
  expect(presentMassPayout(record)).toEqual({
    id: 'mp-1',
    version: 2,
    status: 'new',
    status_reason: null,
    mode: 'sandbox',
    source: 'file',
    file_name: 'march.csv',
    fee_payer: 'merchant',
    lines: { total: 10, valid: 7, not_valid: 3, sent: 5, done: 4, failed: 1 },
    totals: [
      {
        gate_id: 'LTC',
        valid: { lines: 7, amount: '0.00000070', total: '0.00000077' },
        not_valid: { lines: 3, amount: '0.00000030' },
      },
      {
        gate_id: 'USDT_TRC20',
        valid: { lines: 0, amount: '0.000000', total: '0.000000' },
        not_valid: { lines: 0, amount: '0.000000' },
      },
    ],
    approval_required: true,
    not_before: null,
    created_at: '2026-03-01T10:00:00.000Z',
    run_at: null,
    approved_at: null,
    completed_at: null,
  });
});

it('a mass payout shows when it was run, approved and completed, and before when it does not begin', () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 2, 1, hour));
  const times = { notBefore: at(11), runAt: at(12), approvedAt: at(13), completedAt: at(14) };
  expect(presentMassPayout({ ...record, ...times })).toMatchObject({
    not_before: '2026-03-01T11:00:00.000Z',
    run_at: '2026-03-01T12:00:00.000Z',
    approved_at: '2026-03-01T13:00:00.000Z',
    completed_at: '2026-03-01T14:00:00.000Z',
  });
});
