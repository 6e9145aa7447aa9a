import Button from '@mui/material/Button';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useState } from 'react';
import { DialogFrame } from '../components/dialog-frame.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { t } from '../i18n/translate.ts';
import { Quiet } from '../integration/parts.tsx';
import { useFees } from '../integration/use-integration.ts';
import { FEE_TABS, type FeeTab, FeeTable, feeNote } from './fee-tables.tsx';

/** The fees over whatever page one is on (spec §9: tabs Service fee and Network fee). */
export default function FeesDialog({ onClose }: { onClose: () => void }) {
  const [tab, setTab] = useState<FeeTab>('service');
  const { data, error, isPending, refetch } = useFees();
  return (
    <DialogFrame
      title={t('fees.title')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('fees.close')}</Button>}
    >
      <ToggleButtonGroup
        exclusive
        fullWidth
        value={tab}
        onChange={(_, next: FeeTab | null) => next && setTab(next)}
        aria-label={t('fees.tabs')}
      >
        {FEE_TABS.map((each) => (
          <ToggleButton key={each} value={each}>
            {t(`fees.${each}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {isPending && <ListLoading label={t('fees.loading')} rows={7} />}
      {error && <ListError title={t('fees.error')} error={error} onRetry={() => void refetch()} />}
      {data && <FeeTable tab={tab} fees={data} />}
      {data && <Quiet>{feeNote(tab, data)}</Quiet>}
    </DialogFrame>
  );
}
