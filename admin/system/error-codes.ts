/** The error pages of the spec: HTTP statuses, 1001 coming soon, 1002 invitation expired. */
export const ERROR_CODES = [403, 404, 410, 500, 503, 1001, 1002] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** The code of `/system/:errno`; what is none of them is a page that does not exist. */
export function toErrorCode(errno: string | number | undefined): ErrorCode {
  return ERROR_CODES.find((code) => String(code) === String(errno)) ?? 404;
}

/** Spec §2: a footer on 404, 403 and 500 only. */
export function hasFooter(code: ErrorCode): boolean {
  return code === 404 || code === 403 || code === 500;
}
