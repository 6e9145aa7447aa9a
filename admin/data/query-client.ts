import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** One more try where the service did not answer; what was refused is not asked again. */
export function retriesRead(count: number, error: unknown): boolean {
  return count < 1 && error instanceof ApiError && (error.status === 0 || error.status >= 502);
}

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: retriesRead, retryDelay: 400, staleTime: 2000 },
      mutations: { retry: false },
    },
  });
}
