import Button from '@mui/material/Button';
import { Link as RouterLink } from 'react-router';
import type { ApiTokenView } from '../../../contract/integration.ts';
import { Card, CardFoot } from '../../components/card.tsx';
import { CopyText } from '../../components/copy-text.tsx';
import { Facts } from '../../components/facts.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';

/** Properties of a token that cannot be changed. */
export function TokenFacts({ token }: { token: ApiTokenView }) {
  const { id, api_key, mode, created_at, last_used_at } = token;
  return (
    <Card title={t('token.this')}>
      <Facts
        facts={[
          { label: t('token.key'), value: <CopyText value={api_key} label={t('token.key')} /> },
          { label: t('token.mode'), value: t(mode === 'sandbox' ? 'shell.sandbox' : 'shell.production') },
          { label: t('token.created'), value: formatMoment(created_at) },
          { label: t('token.lastUsed'), value: last_used_at === null ? t('token.never') : formatMoment(last_used_at) },
        ]}
      />
      <CardFoot>
        <Button component={RouterLink} to={`/integration?tab=requests&token=${id}`}>
          {t('token.requests')}
        </Button>
      </CardFoot>
    </Card>
  );
}
