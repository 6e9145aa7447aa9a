import { useTheme } from '@mui/material/styles';
import { BarChart } from '@mui/x-charts/BarChart';
import type { PartnerRooms } from '../../contract/partners.ts';
import { formatFiat } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';

/** Shares by month, the oldest first. The figures beside it are what is read out. */
export default function EarningsChart({ months }: { months: PartnerRooms['months'] }) {
  const { palette } = useTheme();
  const shown = months.toReversed();
  return (
    <div aria-hidden>
      <BarChart
        height={200}
        hideLegend
        skipAnimation
        disableKeyboardNavigation
        grid={{ horizontal: true }}
        borderRadius={2}
        margin={{ left: 0, right: 0, top: 16, bottom: 0 }}
        xAxis={[{ scaleType: 'band', data: shown.map(({ month }) => month) }]}
        yAxis={[{ width: 72, valueFormatter: (value: number) => formatFiat(value.toFixed(2), 'EUR') }]}
        series={[
          {
            label: t('partner.months'),
            data: shown.map(({ share }) => Number(share)),
            color: palette.primary.main,
            valueFormatter: (_, { dataIndex }) => formatFiat(shown[dataIndex]?.share ?? '0', 'EUR'),
          },
        ]}
      />
    </div>
  );
}
