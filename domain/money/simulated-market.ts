/** The source of rates that are made up. */
export const SIMULATED_MARKET = 'simulated market';
