/**
 * How soon a complaint is answered, in working days: the gateway's own promise, after the periods that Article 101 of
 * Directive (EU) 2015/2366 sets for payment services (15 working days, 35 in total).
 */
export const COMPLAINT_WORKING_DAYS = { receipt: 3, answer: 15, last: 35 } as const;
