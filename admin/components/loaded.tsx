import type { ReactNode } from 'react';
import { t } from '../i18n/translate.ts';
import { ListError, ListLoading } from './list-state.tsx';

export interface Loadable<T> {
  readonly data?: T | undefined;
  readonly error: unknown;
  refetch(): unknown;
}

export interface LoadedProps<T> {
  of: Loadable<T>;
  /** Of the skeleton. */
  rows?: number;
  loading?: string;
  failed?: string;
  children: (data: T) => ReactNode;
}

/** Shows the loaded data; until then a skeleton, or the error. */
export function Loaded<T>(props: LoadedProps<T>) {
  const { of, rows = 5, loading = t('staff.loading'), failed = t('staff.failed'), children } = props;
  const { data, error, refetch } = of;
  if (data !== undefined) return children(data);
  if (error) return <ListError title={failed} error={error} onRetry={() => void refetch()} />;
  return <ListLoading label={loading} rows={rows} />;
}
