import type { IntegrationProfile } from '../../contract/integration.ts';
import type { GateId } from '../../domain/assets/assets.ts';
import { conversionProblem } from '../../domain/conversion/pairs.ts';
import { t } from '../i18n/translate.ts';

export const CONVERSION_TYPES = ['none', 'full', 'partial'] as const;
type ConversionType = (typeof CONVERSION_TYPES)[number];

/** The conversion of incoming payments, as forms hold it: target and percent are kept while they do not apply. */
export interface ConversionValues<Type extends string = ConversionType> {
  readonly type: Type;
  readonly gate_id: GateId;
  readonly percent: string;
}

/** Errors of a conversion, by field name. */
export function conversionProblems({ type, gate_id, percent }: ConversionValues<string>, gates: readonly GateId[]) {
  const converts = type === 'full' || type === 'partial';
  return {
    'autoconversion.gate_id': converts ? conversionProblem([...gates], gate_id) : undefined,
    'autoconversion.percent':
      type === 'partial' && !/^[1-9]\d?$/.test(percent) ? t('profile.conversionPercentWrong') : undefined,
  };
}

/** The request of a conversion: only what applies. */
export function conversionBody({ type, gate_id, percent }: ConversionValues) {
  switch (type) {
    case 'none':
      return { type };
    case 'full':
      return { type, gate_id };
    case 'partial':
      return { type, gate_id, percent: Number(percent) };
    default:
      return type satisfies never;
  }
}

/** A conversion as a form shows it; where nothing is converted, with the target that is usual. */
export function conversionValues({ type, gate_id, percent }: IntegrationProfile['autoconversion']): ConversionValues {
  return { type, gate_id: gate_id ?? 'USDT_TRC20', percent: String(percent ?? 50) };
}
