/** The outcome of an application for an account: its link still opens, is over, or opened an account. */
export const APPLICATION_STATUSES = ['invited', 'expired', 'opened'] as const;
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number];
