import type { Conversion, ConversionQuote, ConversionRate, ConvertBody } from '../../contract/conversions.ts';
import type { Api } from '../data/api.ts';
import type { ConversionPair, ConversionRequest } from './conversion-form.ts';

export const conversionCalls = (api: Api) => ({
  /** The rate of the moment and the limits; nothing is promised by it. */
  conversionRate: ({ from, to }: ConversionPair) =>
    api.get<ConversionRate>(`manual-conversions/rate?${new URLSearchParams({ from, to })}`),
  /** A firm price for what is given, or for what is wanted. */
  conversionQuote: ({ from, to, side, amount }: ConversionRequest) =>
    api.get<ConversionQuote>(
      `manual-conversions/amount-${side === 'from' ? 'to' : 'from'}?${new URLSearchParams({ from, to, amount })}`,
    ),
  convert: (body: ConvertBody, idempotencyKey: string) =>
    api.post<Conversion>('manual-conversions', body, { idempotencyKey }),
});

declare module '../data/use-provider.ts' {
  interface TidegateProvider extends ReturnType<typeof conversionCalls> {}
}
