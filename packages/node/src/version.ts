/** The version of this package. */
export const VERSION = '0.1.0';

/** The version of the API that its types describe; every call names it. */
export const API_VERSION = '2026-11-29';
