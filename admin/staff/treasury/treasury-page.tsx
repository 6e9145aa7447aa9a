import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../components/loaded.tsx';
import { Page } from '../../components/page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { t } from '../../i18n/translate.ts';
import { useStaffProvider } from '../data/staff-provider.ts';
import { ModeSwitch, useShownMode } from '../mode-switch.tsx';
import { RoomTabs, useRoomTab } from '../room-tabs.tsx';
import { HedgingTab } from './hedging-tab.tsx';
import { RoutesTab } from './routes-tab.tsx';
import { TransfersTab } from './transfers-tab.tsx';
import { TREASURY } from './treasury-calls.ts';

const TABS = ['hedging', 'transfers', 'routes'] as const;

/** `/compliance/treasury`: hedging within its limits, own money between its places, and the routes that it may take. */
export default function TreasuryPage() {
  const provider = useStaffProvider();
  const mode = useShownMode();
  const tab = useRoomTab(TABS);
  const treasury = useQuery({ queryKey: TREASURY, queryFn: () => provider.treasury(), refetchInterval: 5_000 });
  return (
    <Page>
      <PageHead title={t('treasury.title')} sub={t('treasury.sub')} actions={<ModeSwitch />} />
      <RoomTabs label={t('treasury.title')} tabs={TABS} current={tab} wordOf={(each) => t(`treasury.tab.${each}`)} />
      <Loaded of={treasury} rows={6}>
        {(modes) => {
          const shown = modes.find((each) => each.mode === mode);
          if (!shown) return null;
          if (tab === 'transfers') return <TransfersTab key={mode} treasury={shown} />;
          return tab === 'routes' ? (
            <RoutesTab key={mode} treasury={shown} />
          ) : (
            <HedgingTab key={mode} treasury={shown} />
          );
        }}
      </Loaded>
    </Page>
  );
}
