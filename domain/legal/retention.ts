/** The shortest period that the law allows for records of a business relationship (spec §9). */
export const RETENTION_MIN_YEARS = 5;
/** How long a session of the back office lasts. */
export const SESSION_HOURS = 12;
/** The same with "remember me". */
export const SESSION_DAYS = 30;
/** How long the fingerprint of a browser is kept after it was last seen. */
export const FINGERPRINT_DAYS = 90;
