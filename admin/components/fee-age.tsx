import Typography from '@mui/material/Typography';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';

/**
 * How old the conditions are that a network fee was quoted from; null: no node has reported them, and the typical fee
 * is charged.
 */
export function FeeAge({ at }: { at: string | null }) {
  return (
    <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
      {at === null ? t('quote.feeTypical') : t('quote.feeAt', { time: formatMoment(at) })}
    </Typography>
  );
}
