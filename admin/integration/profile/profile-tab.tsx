import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ListError, ListLoading } from '../../components/list-state.tsx';
import { t } from '../../i18n/translate.ts';
import { useProfile } from '../use-integration.ts';
import { ProfileForm } from './profile-form.tsx';

/**
 * The profile of the current mode. The form resets only after saving or reloading, never by itself, so that input is
 * kept.
 */
export default function ProfileTab() {
  const { data, error, isPending, refetch } = useProfile();
  const queries = useQueryClient();
  const [beginning, setBeginning] = useState(0);
  const beginAnew = () => setBeginning((count) => count + 1);
  if (isPending) return <ListLoading label={t('integration.loading')} />;
  if (error) return <ListError title={t('integration.error')} error={error} onRetry={() => void refetch()} />;
  return (
    <ProfileForm
      key={beginning}
      profile={data}
      onSaved={(saved) => {
        queries.setQueryData(['profile'], saved);
        beginAnew();
      }}
      onReload={() => void refetch().then(beginAnew)}
    />
  );
}
