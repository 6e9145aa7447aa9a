import pg from 'pg';

/** The load of a piece of work on the database. It does not depend on the speed of the machine. */
export interface Work {
  /** Without the beginnings and ends of transactions. */
  readonly statements: number;
  /** Each statement, beginning and end that waits for its answer. */
  readonly roundTrips: number;
  /** Written, changed and deleted. */
  readonly rows: number;
  /** The tables of these rows; partitions of one table count once. */
  readonly tables: number;
}

/** With the queries themselves, for those who want fewer. */
export interface Measured extends Work {
  readonly texts: readonly string[];
  /** Written to the log by the whole server: of this work alone only if nothing else runs on it. */
  readonly logBytes: number;
  /** Processor time of this process. */
  readonly processorMs: number;
}

/** The tables of the simulated chains and partners, which a gateway on real ones does not have. */
const SIMULATED = /\bsim(ulated)?_/;
/** Read once a second and marked once a minute, whatever is called: a slow machine does so more often for one call. */
const OF_CALLER = /\bapi_token\b/;
const isLeftOut = (text: string) => SIMULATED.test(text) || OF_CALLER.test(text);
const EDGE = /^\s*(start transaction|begin|commit|rollback)\b/i;
const BEGINNING = /^\s*(start transaction|begin)\b/i;
const ENDING = /^\s*(commit|rollback)\b/i;

interface Query {
  readonly client: pg.Client;
  readonly text: string;
}

export interface Counter {
  /** Nothing else may use the counted connections meanwhile. */
  count(work: () => Promise<unknown>): Promise<Measured>;
  close(): Promise<void>;
}

/**
 * Counts the queries on the connections of this name and on their pool for money from now on, without those of the
 * simulated chains and about the caller's token.
 */
export async function openCounter(url: string, applicationName: string): Promise<Counter> {
  const reader = new pg.Client({ connectionString: url });
  await reader.connect();
  const names = [applicationName, `${applicationName}-money`];
  const clients = new Set<pg.Client>();
  let queries: Query[] = [];
  const { query } = pg.Client.prototype;
  // Sequelize's statements and ours go through the same client.
  pg.Client.prototype.query = function counted(this: pg.Client, ...args: unknown[]) {
    const [given] = args as [string | { readonly text: string }];
    if (names.includes(nameOf(this))) {
      clients.add(this);
      queries.push({ client: this, text: typeof given === 'string' ? given : given.text });
    }
    return Reflect.apply(query, this, args);
  } as typeof query;
  /** A connection adds what it wrote to the server's counters once it is idle, which may take ten seconds. */
  const rowsByTable = async () => {
    const flush = ['SELECT pg_stat_force_next_flush()'];
    // A connection that the pool closed meanwhile reported its counters when it ended.
    for (const client of clients) await Reflect.apply(query, client, flush).catch(() => clients.delete(client));
    return readRows(reader);
  };
  return {
    async count(work) {
      const before = await rowsByTable();
      const from = await logPosition(reader);
      const cpu = process.cpuUsage();
      queries = [];
      await work();
      const counted = countedOf(queries);
      const used = process.cpuUsage(cpu);
      const to = await logPosition(reader);
      const written = changes(before, await rowsByTable());
      return {
        statements: counted.filter((text) => !EDGE.test(text)).length,
        roundTrips: counted.length,
        rows: [...written.values()].reduce((sum, rows) => sum + rows, 0),
        tables: written.size,
        texts: counted,
        logBytes: Number(to - from),
        processorMs: (used.user + used.system) / 1_000,
      };
    },
    async close() {
      pg.Client.prototype.query = query;
      await reader.end();
    },
  };
}

function nameOf(client: pg.Client): string {
  const { connectionParameters } = client as unknown as { connectionParameters: { application_name?: string } };
  return connectionParameters.application_name ?? '';
}

/** Without transactions that only the simulated chains use, and without their statements in others. */
function countedOf(queries: readonly Query[]): string[] {
  return [...Map.groupBy(queries, ({ client }) => client).values()].flatMap((own) => {
    const kept: string[] = [];
    for (const { text } of own) {
      if (text === '' || isLeftOut(text)) continue;
      const last = kept.at(-1) ?? '';
      if (ENDING.test(text) && BEGINNING.test(last)) kept.pop();
      else kept.push(text);
    }
    return kept;
  });
}

async function logPosition(reader: pg.Client): Promise<bigint> {
  const { rows } = await reader.query("SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text AS at");
  return BigInt(rows[0].at);
}

async function readRows(reader: pg.Client): Promise<Map<string, number>> {
  await reader.query('SELECT pg_stat_clear_snapshot()');
  const { rows } = await reader.query<{ name: string; rows: string }>(
    `SELECT coalesce(parent.relname, s.relname) AS name, sum(n_tup_ins + n_tup_upd + n_tup_del) AS rows
     FROM pg_stat_user_tables s
       LEFT JOIN pg_inherits i ON i.inhrelid = s.relid
       LEFT JOIN pg_class parent ON parent.oid = i.inhparent
     GROUP BY 1`,
  );
  return new Map(rows.map(({ name, rows: count }) => [name, Number(count)]));
}

function changes(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): Map<string, number> {
  const grown = [...after].map(([name, rows]) => [name, rows - (before.get(name) ?? 0)] as const);
  return new Map(grown.filter(([name, rows]) => rows > 0 && !isLeftOut(name)));
}
