import { type CallOptions, call } from './http-client.ts';
import { session } from './session.ts';

export interface ListPage<Row> {
  readonly data: readonly Row[];
  readonly pagination: { readonly total: number };
}

/** The path of a call in the mode that is shown. */
export function here(path: string): string {
  return `/spa/${session.get()?.active_profile_type ?? 'sandbox'}${path}`;
}

/** Calls the mode that is shown and takes the answer out of its envelope. @throws ApiError */
export async function ask<T>(path: string, options?: CallOptions): Promise<T> {
  return (await call<{ data: T }>(here(path), options)).json.data;
}
