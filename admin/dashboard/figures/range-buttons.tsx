import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { CHART_RANGES, type ChartRange } from '../../../domain/dashboard/ranges.ts';
import { t } from '../../i18n/translate.ts';

export interface RangeButtonsProps {
  /** Of which chart. */
  label: string;
  value: ChartRange;
  onChange: (range: ChartRange) => void;
}

export function RangeButtons({ label, value, onChange }: RangeButtonsProps) {
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={value}
      aria-label={`${label}: ${t('figures.range')}`}
      onChange={(_, range: ChartRange | null) => {
        if (range !== null) onChange(range);
      }}
    >
      {CHART_RANGES.map((range) => (
        <ToggleButton
          key={range}
          value={range}
          aria-label={`${t(`figures.range.${range}`)}, ${t(`figures.range.${range}.long`)}`}
        >
          {t(`figures.range.${range}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
