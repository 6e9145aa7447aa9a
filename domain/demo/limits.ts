/** Euro cents and the like: enough for every example, and far below where large payments wait for finality. */
export const MAX_DEMO_MINOR = 100_000n;

/** The currencies of demo invoices. */
export const DEMO_CURRENCIES = ['EUR', 'USD', 'GBP'] as const;

export const MAX_DEMO_NAME = 40;
export const MAX_DEMO_DESCRIPTION = 120;

/** How long a demo invoice is shown, whether or not the sweep of the night has removed its texts already. */
export const DEMO_LIFE_MS = 24 * 3_600_000;

/** How many acts one invoice takes: each is a transaction on a chain that all sandboxes share. */
export const MAX_DEMO_PLAYS = 15;

/**
 * How many invoices and acts there are in an hour: of one address, and of everybody together. The last bounds what a
 * flood from many addresses costs the gateway, in rows and in turns of the simulator.
 */
export const DEMO_PER_HOUR = {
  invoices: { address: 30, all: 120 },
  plays: { address: 90, all: 360 },
  /** Each takes back blocks of a chain that all sandboxes share. */
  reorganizations: { address: 3, all: 12 },
} as const;
