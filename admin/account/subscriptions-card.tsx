import { styled } from '@mui/material/styles';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { Subscription, Subscriptions, TwoFaBody } from '../../contract/account.ts';
import { Card, CardBody } from '../components/card.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { Toggle } from '../components/toggle.tsx';
import { TwoFaDialog } from '../components/two-fa-dialog.tsx';
import { reloadUser } from '../data/session.ts';
import { type TidegateProvider, useProvider } from '../data/use-provider.ts';
import { t } from '../i18n/translate.ts';

const KEY = ['account', 'subscriptions'] as const;
const Rows = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  '& > div + div': { paddingTop: 12, borderTop: `1px solid ${theme.palette.divider}` },
}));

/** A switch that waits for its code: the main one, or a kind of mail. */
interface Change {
  readonly name: string;
  readonly enabled: boolean;
  readonly save: (provider: TidegateProvider, factor: TwoFaBody) => Promise<Subscriptions>;
}

/** Which emails one gets. Each change needs a 2FA code (spec §5). */
export function SubscriptionsCard({ isFixed }: { isFixed: boolean }) {
  const provider = useProvider();
  const queries = useQueryClient();
  const notify = useNotify();
  const [change, setChange] = useState<Change | null>(null);
  const { data, error, refetch } = useQuery({ queryKey: KEY, queryFn: () => provider.subscriptions() });
  const save = async (factor: TwoFaBody) => {
    if (!change) return;
    queries.setQueryData(KEY, await change.save(provider, factor));
    notify(t('mails.saved'), { type: 'success' });
    await Promise.all([reloadUser(), queries.invalidateQueries({ queryKey: ['merchant/activities'] })]);
  };
  return (
    <Card title={t('mails.title')}>
      <CardBody>
        {data && <Switches subscriptions={data} isFixed={isFixed} onChange={setChange} />}
        {!data && error && <ListError title={t('mails.failed')} error={error} onRetry={() => void refetch()} />}
        {!data && !error && <ListLoading label={t('app.loading')} rows={3} />}
      </CardBody>
      {change && (
        <TwoFaDialog
          title={t(change.enabled ? 'mails.on' : 'mails.off', { name: change.name })}
          text={t('mails.code')}
          send={save}
          onClose={() => setChange(null)}
        />
      )}
    </Card>
  );
}

interface SwitchesProps {
  subscriptions: Subscriptions;
  isFixed: boolean;
  onChange: (change: Change) => void;
}

function Switches({ subscriptions, isFixed, onChange }: SwitchesProps) {
  const notify = useNotify();
  const { mail_enabled, types } = subscriptions;
  const ask = ({ type, enabled }: Subscription) => {
    // Known before any code is typed (spec §8).
    if (enabled && !mail_enabled) return notify(t('mails.first'), { type: 'error' });
    const name = t(`mails.${type}`);
    onChange({ name, enabled, save: (calls, factor) => calls.switchSubscription({ type, enabled }, factor) });
  };
  const askAll = () => {
    const enabled = !mail_enabled;
    onChange({ name: t('mails.all'), enabled, save: (calls, factor) => calls.switchMails(enabled, factor) });
  };
  return (
    <Rows>
      <Toggle
        label={t('mails.all')}
        help={t('mails.allHelp')}
        checked={mail_enabled}
        disabled={isFixed}
        onChange={askAll}
      />
      {types.map(({ type, enabled }) => (
        <Toggle
          key={type}
          label={t(`mails.${type}`)}
          help={t(`mails.${type}Help`)}
          checked={enabled && mail_enabled}
          disabled={isFixed}
          onChange={() => ask({ type, enabled: !(enabled && mail_enabled) })}
        />
      ))}
    </Rows>
  );
}
