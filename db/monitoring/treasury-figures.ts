import type { BankPaymentStatus } from '../../domain/bank/payment-table.ts';
import { prepared } from '../core/sql.ts';
import { age, type FigureQuery, MODES, MOST } from './figure-query.ts';

const HEDGING: FigureQuery = {
  labels: ['mode', 'asset'],
  metrics: {
    due: {
      name: 'tidegate_hedge_due_seconds',
      help: 'How long the position of an asset has been due to be hedged; 0 if it is not.',
    },
    stopped: { name: 'tidegate_hedging_stopped', help: '1 while the hedging of an asset is stopped.' },
  },
  // Nobody hedges what is stopped, and its alert is open already.
  sql: prepared(`
    SELECT l.mode, l.asset, (s.mode IS NOT NULL)::int AS stopped,
      CASE WHEN s.mode IS NULL AND p.due_since IS NOT NULL THEN ${age('p.due_since')} ELSE 0 END AS due
    FROM hedge_limit l
      LEFT JOIN hedge_position p USING (mode, asset)
      LEFT JOIN LATERAL (
        SELECT mode FROM hedge_stop WHERE mode = l.mode AND asset IN (l.asset, '*') LIMIT 1
      ) s ON true`),
};

const EXCHANGES: FigureQuery = {
  labels: ['mode', 'exchange'],
  metrics: {
    age: {
      name: 'tidegate_exchange_check_age_seconds',
      help: 'Time since the balances of an exchange were last compared with the books.',
    },
    differing: {
      name: 'tidegate_exchange_currencies_differing',
      help: 'Currencies of an exchange whose balance differs from the books.',
    },
  },
  // An exchange that was removed from the settings keeps its last rows, which stop to count after a day.
  sql: prepared(`
    SELECT mode, exchange, ${age('max(checked_at)')} AS age,
      count(*) FILTER (WHERE difference_minor <> 0)::int AS differing
    FROM exchange_check WHERE checked_at > clock_timestamp() - interval '1 day' GROUP BY mode, exchange`),
};

const BANK: FigureQuery = {
  labels: ['mode'],
  metrics: {
    differences: {
      name: 'tidegate_bank_differences_open',
      help: 'Open differences between the bank and the books, and statements that contradict what is booked.',
    },
    statement: {
      name: 'tidegate_bank_statement_age_seconds',
      help: 'Time since a statement of the bank was last booked; missing before the first.',
    },
    files: {
      name: 'tidegate_bank_files_open',
      help: 'Files that are not sent, not answered or not processed yet.',
    },
  },
  sql: prepared(`
    SELECT m.mode,
      (SELECT count(*)::int FROM bank_difference d WHERE d.mode = m.mode AND d.resolved_at IS NULL)
        + (SELECT count(*)::int FROM bank_contradiction x WHERE x.mode = m.mode AND x.ended_at IS NULL) AS differences,
      (SELECT count(*)::int FROM bank_file f
       WHERE f.mode = m.mode AND f.state IN ('written', 'sending', 'sent', 'stored', 'waiting')) AS files,
      (SELECT ${age('s.booked_at')} FROM bank_statement s WHERE s.mode = m.mode ORDER BY s.place DESC LIMIT 1) AS statement
    FROM ${MODES}`),
};

const OPEN_PAYMENTS = ['waiting', 'in_file', 'accepted', 'name_question', 'recalling'] satisfies BankPaymentStatus[];
const OPEN_PAYMENTS_SQL = OPEN_PAYMENTS.map((status) => `'${status}'`).join(', ');

const BANK_PAYMENTS: FigureQuery = {
  labels: ['mode', 'status'],
  metrics: {
    payments: { name: 'tidegate_bank_payments_open', help: `Payments at the bank or on their way, at most ${MOST}.` },
    oldest: { name: 'tidegate_bank_payments_oldest_seconds', help: 'How long the oldest of them has not changed.' },
  },
  sql: prepared(`
    SELECT m.mode, s.status, count(p.mode)::int AS payments, coalesce(max(${age('p.updated_at')}), 0) AS oldest
    FROM ${MODES} CROSS JOIN unnest(ARRAY[${OPEN_PAYMENTS_SQL}]) AS s(status)
      LEFT JOIN (
        SELECT mode, status, updated_at FROM bank_payment
        WHERE status IN (${OPEN_PAYMENTS_SQL})
        ORDER BY mode, status, id LIMIT ${MOST}
      ) p ON p.mode = m.mode AND p.status = s.status
    GROUP BY m.mode, s.status`),
};

const WITHDRAWALS: FigureQuery = {
  labels: ['mode', 'status', 'reason'],
  metrics: {
    withdrawals: {
      name: 'tidegate_withdrawals_waiting',
      help: 'Withdrawals to bank accounts that have not ended, by what they wait for.',
    },
    oldest: { name: 'tidegate_withdrawals_waiting_oldest_seconds', help: 'How long the oldest has not changed.' },
  },
  sql: prepared(`
    SELECT mode, status, coalesce(status_reason, 'none') AS reason, count(*)::int AS withdrawals,
      ${age('min(updated_at)')} AS oldest
    FROM (
      SELECT mode, status, status_reason, updated_at FROM withdrawal
      WHERE status NOT IN ('done', 'error', 'canceled') OR needs_operator ORDER BY id LIMIT ${MOST}
    ) w
    GROUP BY 1, 2, 3`),
};

/** The amounts that conversions left to be hedged, and euro on their way. */
export const TREASURY_QUERIES: readonly FigureQuery[] = [HEDGING, EXCHANGES, BANK, BANK_PAYMENTS, WITHDRAWALS];
