export interface AskedPage {
  readonly page?: number;
  readonly per_page?: number;
}

/** The page asked for of a list that is known whole; all of it on one page unless a size is asked for. */
export function pageOf<Row>(rows: readonly Row[], { page = 1, per_page = Math.max(1, rows.length) }: AskedPage) {
  const offset = (page - 1) * per_page;
  return { data: rows.slice(offset, offset + per_page), pagination: { total: rows.length, page, per_page } };
}
