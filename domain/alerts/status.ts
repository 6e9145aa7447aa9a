/** Where an alert is. Open: nobody has acknowledged it. Resolved: its cause is gone. */
export const ALERT_STATUSES = ['open', 'acknowledged', 'resolved'] as const;

export type AlertStatus = (typeof ALERT_STATUSES)[number];
