export interface RequestedPage {
  readonly page?: number;
  readonly per_page?: number;
}

/** The answer of a list that the database has cut into pages. */
export function listAnswer<Item>(data: Item[], total: number, { page, perPage }: { page: number; perPage: number }) {
  return { data, pagination: { total, page, per_page: perPage } };
}

/** The requested page of a list in memory; without a page size, all of it. */
export function pageOf<Row>(rows: readonly Row[], { page = 1, per_page = Math.max(1, rows.length) }: RequestedPage) {
  const offset = (page - 1) * per_page;
  return listAnswer(rows.slice(offset, offset + per_page), rows.length, { page, perPage: per_page });
}
