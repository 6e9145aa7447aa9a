export interface AskedPage {
  readonly page?: number;
  readonly per_page?: number;
}

/** The requested page of a list in memory; without a page size, all of it. */
export function pageOf<Row>(rows: readonly Row[], { page = 1, per_page = Math.max(1, rows.length) }: AskedPage) {
  const offset = (page - 1) * per_page;
  return { data: rows.slice(offset, offset + per_page), pagination: { total: rows.length, page, per_page } };
}
