import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useAct } from '../../components/use-act.ts';
import { useMay } from '../../data/use-may.ts';
import { t } from '../../i18n/translate.ts';
import { useBalanceChart, useRange } from './use-figures.ts';

/** The time zone of the days shown, and a way to use the browser's for people who may change the profile. */
export function TimeZoneNote() {
  const mayChange = useMay('merchant_profile_update');
  const queries = useQueryClient();
  const [range] = useRange('balance');
  const { data } = useBalanceChart(range);
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { mutate, isPending } = useAct((provider) => provider.setTimeZone(here), {
    done: t('figures.zone.changed', { zone: shown(here) }),
    onDone: () => setTimeout(() => void queries.invalidateQueries({ queryKey: ['dashboard'] }), COUNTED_AFTER_MS),
  });
  return (
    <Typography variant="caption" component="p" sx={{ minHeight: 20, color: 'text.secondary' }}>
      {data && t('figures.zone', { zone: shown(data.time_zone) })}{' '}
      {data && mayChange && here !== data.time_zone && (
        <Link component="button" type="button" variant="caption" disabled={isPending} onClick={() => mutate()}>
          {t('figures.zone.change', { zone: shown(here) })}
        </Link>
      )}
    </Typography>
  );
}

function shown(zone: string): string {
  return zone.replaceAll('_', ' ');
}

/** By then the days of all but very long histories are counted. */
const COUNTED_AFTER_MS = 2_000;
