import { ALERT_KINDS } from '../../domain/alerts/kinds.ts';
import { ALERT_CHANNELS } from '../../domain/alerts/settings.ts';
import { gate } from '../../domain/assets/assets.ts';
import { type Db, inTransaction, type Tx } from '../core/sequelize.ts';
import { execute, type Prepared, prepared, select } from '../core/sql.ts';
import { UTXO_NETWORKS_SQL } from '../core/utxo-networks.ts';
import { endsSql } from '../growth/months.ts';
import { age, type FigureDefinition, type FigureQuery, MODES, MOST } from './figure-query.ts';
import type { Sample } from './rows.ts';
import { TREASURY_QUERIES } from './treasury-figures.ts';

/** All metrics that {@link databaseFigures} reads. */
export function databaseFigureDefinitions(): FigureDefinition[] {
  return QUERIES.flatMap(({ labels, metrics }) => Object.values(metrics).map((metric) => ({ ...metric, labels })));
}

/**
 * Reads what the database says about the whole gateway. Every statement reads indexes of unfinished rows or stops after
 * so many, so that its cost does not grow with history.
 * @param read runs a statement
 */
export async function databaseFigures(db: Db, read: ReadRows = select): Promise<Sample[]> {
  return inTransaction(db, async (tx) => {
    await execute(tx, `SET LOCAL statement_timeout = '5s'`);
    const samples: Sample[] = [];
    for (const query of QUERIES) samples.push(...samplesOf(query, await read(tx, query.sql)));
    return samples;
  });
}

type ReadRows = (tx: Tx, sql: Prepared) => Promise<Row[]>;
type Row = Readonly<Record<string, string | number | null>>;

function samplesOf({ labels: names, metrics, adjust }: FigureQuery, rows: readonly Row[]): Sample[] {
  return rows.flatMap((row) => {
    const labels = Object.fromEntries(names.map((name) => [name, String(row[name])]));
    return Object.entries(metrics).flatMap(([column, { name }]): Sample[] => {
      const value = row[column];
      if (value === null || value === undefined) return [];
      return [[name, labels, adjust === undefined ? Number(value) : adjust(Number(value), labels)]];
    });
  });
}

const OUTBOX: FigureQuery = {
  labels: ['topic'],
  metrics: {
    rows: { name: 'tidegate_outbox_rows', help: `Rows that wait in the outbox, at most ${MOST}.` },
    oldest: { name: 'tidegate_outbox_oldest_seconds', help: 'Age of the oldest row that waits in the outbox.' },
  },
  // Rows that are to wait, such as a mail that was put off, are not late. Whole topics would be too many labels.
  sql: prepared(`
    SELECT concat_ws('.', split_part(topic, '.', 1), split_part(topic, '.', 2)) AS topic, count(*)::int AS rows,
      ${age('min(created_at)')} AS oldest
    FROM (SELECT topic, created_at, available_at, attempts FROM outbox ORDER BY id LIMIT ${MOST}) o
    WHERE attempts > 0 OR available_at < now() + interval '10 seconds'
    GROUP BY 1`),
};

const CHAINS: FigureQuery = {
  labels: ['mode', 'network'],
  metrics: {
    lag: { name: 'tidegate_follower_lag_seconds', help: 'Time since a follower last read its chain to the end.' },
    tip: { name: 'tidegate_chain_tip_age_seconds', help: 'Age of the newest block that a follower has read.' },
    height: { name: 'tidegate_chain_height', help: 'Height of the newest block that a follower has read.' },
  },
  sql: prepared(`
    SELECT mode, network, ${age('checked_at')} AS lag, ${age('block_time')} AS tip, height FROM chain_cursor`),
};

const RATES: FigureQuery = {
  labels: ['mode', 'asset'],
  metrics: {
    oldest: { name: 'tidegate_rate_age_seconds', help: 'Age of the oldest rate of an asset among its currencies.' },
    expired: {
      name: 'tidegate_rates_expired',
      help: 'Pairs whose rate has expired, so that nobody can choose the asset.',
    },
  },
  // A currency that is no longer quoted keeps its last row, which stops to count after a day.
  sql: prepared(`
    SELECT mode, asset, ${age('min(sampled_at)')} AS oldest,
      count(*) FILTER (WHERE expires_at <= clock_timestamp())::int AS expired
    FROM rate WHERE sampled_at > clock_timestamp() - interval '1 day' GROUP BY mode, asset`),
};

const OVERDUE: FigureQuery = {
  labels: ['mode'],
  metrics: {
    overdue: {
      name: 'tidegate_invoices_overdue',
      help: 'Unpaid invoices past their deadline that have not expired yet.',
    },
    oldest: {
      name: 'tidegate_invoices_overdue_oldest_seconds',
      help: 'How long the oldest of them is past its deadline.',
    },
  },
  // The oldest by id are the first to expire: an id begins with the time of creation.
  sql: prepared(`
    SELECT m.mode, count(i.mode)::int AS overdue, coalesce(max(${age('i.expires_at')}), 0) AS oldest
    FROM ${MODES} LEFT JOIN (
      SELECT mode, expires_at FROM invoice WHERE status IN ('new', 'pending') ORDER BY id LIMIT 5000
    ) i ON i.mode = m.mode AND i.expires_at < clock_timestamp()
    GROUP BY m.mode`),
};

const UNSETTLED: FigureQuery = {
  labels: ['mode', 'status'],
  metrics: {
    unsettled: { name: 'tidegate_invoices_unsettled', help: 'Invoices with confirmed money that is not settled yet.' },
    oldest: {
      name: 'tidegate_invoices_unsettled_oldest_seconds',
      help: 'How long the oldest of them has not changed, except those that a person holds or has to decide.',
    },
  },
  sql: prepared(`
    SELECT m.mode, s.status, count(i.mode)::int AS unsettled,
      coalesce(max(${age('i.updated_at')}) FILTER (WHERE NOT i.is_held), 0) AS oldest
    FROM ${MODES} CROSS JOIN unnest(ARRAY['confirming', 'processing']) AS s(status) LEFT JOIN (
      SELECT mode, status, updated_at, compliance_hold OR needs_operator AS is_held FROM invoice
      WHERE status IN ('confirming', 'processing') AND amount_confirmed_minor > amount_settled_minor
      ORDER BY updated_at LIMIT ${MOST}
    ) i ON i.mode = m.mode AND i.status = s.status
    GROUP BY m.mode, s.status`),
};

const PAYOUTS: FigureQuery = {
  labels: ['mode', 'network', 'status', 'reason'],
  metrics: {
    payouts: {
      name: 'tidegate_payouts_waiting',
      help: 'Payouts and refunds that have not ended, by what they wait for.',
    },
    oldest: { name: 'tidegate_payouts_waiting_oldest_seconds', help: 'How long the oldest of them has not changed.' },
  },
  sql: prepared(`
    SELECT mode, network, status, coalesce(status_reason, 'none') AS reason, count(*)::int AS payouts,
      ${age('min(updated_at)')} AS oldest
    FROM (
      SELECT mode, network, status, status_reason, updated_at FROM payout
      WHERE status NOT IN ('done', 'canceled') AND NOT (status = 'error' AND NOT needs_operator)
        AND (mass_payout_id IS NULL OR needs_operator OR network NOT IN (${UTXO_NETWORKS_SQL}))
      ORDER BY id LIMIT ${MOST}
    ) p
    GROUP BY 1, 2, 3, 4`),
};

const CUSTODY: FigureQuery = {
  labels: ['mode', 'network', 'asset'],
  metrics: {
    difference: {
      name: 'tidegate_custody_difference_coins',
      help: 'Coins on the chain minus coins in the books, in whole coins; below zero, coins are missing.',
    },
  },
  sql: prepared(`
    SELECT mode, network, gate_id AS asset, difference_minor::float8 AS difference FROM custody_check`),
  adjust: (minor, { asset = '' }) => minor / 10 ** gate(asset).decimals,
};

const CUSTODY_AGE: FigureQuery = {
  labels: ['mode', 'network', 'asset'],
  metrics: {
    age: { name: 'tidegate_custody_check_age_seconds', help: 'Time since coins and books were last compared.' },
  },
  sql: prepared(`SELECT mode, network, gate_id AS asset, ${age('checked_at')} AS age FROM custody_check`),
};

const SEVERITIES = Object.entries(ALERT_KINDS).map(([kind, { severity }]) => `('${kind}', '${severity}')`);

const ALERTS: FigureQuery = {
  labels: ['kind', 'severity'],
  metrics: {
    open: { name: 'tidegate_alerts_open', help: 'Open alerts by kind; each has a runbook.' },
    oldest: { name: 'tidegate_alerts_oldest_seconds', help: 'Age of the oldest open alert of a kind.' },
  },
  sql: prepared(`
    SELECT a.kind, coalesce(s.severity, 'critical') AS severity, a.open, a.oldest
    FROM (
      SELECT kind, count(*)::int AS open, ${age('min(created_at)')} AS oldest FROM alert WHERE resolved_at IS NULL
      GROUP BY kind
    ) a LEFT JOIN (VALUES ${SEVERITIES.join(', ')}) s (kind, severity) ON s.kind = a.kind`),
};

const CHANNELS = ALERT_CHANNELS.map((channel) => `'${channel}'`).join(', ');

const NOTICES: FigureQuery = {
  labels: ['channel'],
  metrics: {
    notices: { name: 'tidegate_alert_undelivered', help: 'Notices about alerts whose delivery has failed so far.' },
    oldest: {
      name: 'tidegate_alert_undelivered_oldest_seconds',
      help: 'Time since the first attempt of the oldest of them.',
    },
  },
  sql: prepared(`
    SELECT channel, count(n.channel)::int AS notices, coalesce(max(${age('n.first_attempt_at')}), 0) AS oldest
    FROM unnest(ARRAY[${CHANNELS}]) AS c (channel) LEFT JOIN (
      SELECT channel, first_attempt_at FROM alert_notice WHERE state = 'waiting' AND attempts > 0
    ) n USING (channel)
    GROUP BY channel`),
};

const BOOKS: FigureQuery = {
  labels: [],
  metrics: {
    full: {
      name: 'tidegate_trial_balance_full_age_seconds',
      help: 'Time since all books were last found correct; missing while they are not.',
    },
    frozen: { name: 'tidegate_books_frozen', help: '1 while all outgoing money is frozen because of the books.' },
  },
  sql: prepared(`
    SELECT (SELECT ${age('full_at')} FROM ledger_check) AS full,
      (SELECT count(*) FROM books_freeze WHERE since IS NOT NULL)::int AS frozen`),
};

const STOPS: FigureQuery = {
  labels: ['mode', 'network'],
  metrics: {
    stopped: {
      name: 'tidegate_emergency_stop',
      help: '1 while the emergency stop is active; network * is all of them.',
    },
  },
  sql: prepared('SELECT mode, network, stopped::int AS stopped FROM emergency_stop'),
};

const DASHBOARD: FigureQuery = {
  labels: [],
  metrics: {
    lag: {
      name: 'tidegate_dashboard_lag_seconds',
      help: 'How long the oldest change has waited to reach the dashboard.',
    },
  },
  sql: prepared(`
    SELECT coalesce((SELECT ${age('at')} FROM dashboard_change ORDER BY id LIMIT 1), 0) AS lag`),
};

const WEBHOOKS: FigureQuery = {
  labels: [],
  metrics: {
    retries: { name: 'tidegate_webhook_retries', help: `Webhooks that are sent again later, at most ${MOST}.` },
    oldest: {
      name: 'tidegate_webhook_retries_oldest_seconds',
      help: 'Age of the oldest webhook that is sent again later.',
    },
  },
  sql: prepared(`
    SELECT count(*)::int AS retries, coalesce(${age('min(created_at)')}, 0) AS oldest FROM (
      SELECT created_at FROM webhook_delivery WHERE next_attempt_at IS NOT NULL ORDER BY event_id LIMIT ${MOST}
    ) d`),
};

const TABLES: FigureQuery = {
  labels: ['table'],
  metrics: {
    bytes: { name: 'tidegate_table_bytes', help: 'Size of the largest tables with their indexes and partitions.' },
  },
  // From the catalog, which is exact after each VACUUM or ANALYZE: to ask the disk costs a call for each file.
  sql: prepared(`
    SELECT coalesce(pg_partition_root(t.oid), t.oid)::regclass::text AS "table",
      sum((t.relpages + coalesce(i.pages, 0))::float8 * current_setting('block_size')::int) AS bytes
    FROM pg_class t LEFT JOIN (
      SELECT x.indrelid, sum(c.relpages) AS pages FROM pg_index x JOIN pg_class c ON c.oid = x.indexrelid GROUP BY 1
    ) i ON i.indrelid = t.oid
    WHERE t.relkind = 'r' AND t.relnamespace = 'public'::regnamespace
    GROUP BY 1 ORDER BY 2 DESC LIMIT 20`),
};

const MONTHS: FigureQuery = {
  labels: ['table'],
  metrics: {
    left: {
      name: 'tidegate_months_left_seconds',
      help: 'Time until a table that is partitioned by month has no partition for new rows.',
    },
  },
  sql: prepared(`
    SELECT "table", "endMs" / 1000 - extract(epoch FROM clock_timestamp())::float8 AS "left" FROM (${endsSql}) e`),
};

const QUERIES: readonly FigureQuery[] = [
  OUTBOX,
  CHAINS,
  RATES,
  OVERDUE,
  UNSETTLED,
  PAYOUTS,
  CUSTODY,
  CUSTODY_AGE,
  ALERTS,
  NOTICES,
  BOOKS,
  STOPS,
  DASHBOARD,
  WEBHOOKS,
  TABLES,
  MONTHS,
  ...TREASURY_QUERIES,
];
