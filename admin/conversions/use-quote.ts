import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useProvider } from '../data/use-provider.ts';
import { type ConversionPair, type ConversionRequest, secondsLeft } from './conversion-form.ts';

/** The rate of the moment and the limits of a pair. */
export function useConversionRate(pair: ConversionPair) {
  const provider = useProvider();
  return useQuery({
    queryKey: ['conversion-rate', pair.from, pair.to],
    queryFn: () => provider.conversionRate(pair),
    retry: false,
  });
}

/**
 * The firm price of a conversion; none while there is none to price. The quote is never replaced automatically: a
 * figure must not change under the finger that accepts it.
 */
export function useQuote(request: ConversionRequest | null) {
  const provider = useProvider();
  return useQuery({
    queryKey: ['conversion-quote', request],
    queryFn: () => (request === null ? null : provider.conversionQuote(request)),
    enabled: request !== null,
    retry: false,
    staleTime: 'static',
    // An earlier quote for the same amount may have expired.
    gcTime: 0,
  });
}

/** Counts down until a price that came at that moment has expired. */
export function useSecondsLeft(receivedAtMs: number): number {
  const [nowMs, setNow] = useState(Date.now);
  const left = secondsLeft(receivedAtMs, nowMs);
  const isOver = left === 0;
  useEffect(() => {
    setNow(Math.max(Date.now(), receivedAtMs));
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isOver, receivedAtMs]);
  return left;
}
