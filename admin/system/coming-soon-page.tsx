import Button from '@mui/material/Button';
import { Link as RouterLink } from 'react-router';
import { Card } from '../components/card.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Page } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { TideGauge } from '../components/tide-gauge.tsx';
import { type MessageKey, t } from '../i18n/translate.ts';

/** A room that is not built yet: says so, and what will be there. */
export function ComingSoonPage({ title, text }: { title: MessageKey; text: MessageKey }) {
  return (
    <Page>
      <PageHead title={t(title)} />
      <Card title={t('soon.title')} titleHidden>
        <ComingSoonBody text={text} />
      </Card>
    </Page>
  );
}

/** The same inside a page that has more to show. */
export function ComingSoonBody({ text }: { text: MessageKey }) {
  return (
    <EmptyState
      art={<TideGauge />}
      title={t('soon.title')}
      text={t(text)}
      actions={
        <Button component={RouterLink} to="/history">
          {t('soon.meanwhile')}
        </Button>
      }
    />
  );
}
