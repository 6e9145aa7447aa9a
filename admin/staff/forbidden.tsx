import Typography from '@mui/material/Typography';
import { Card, CardBody } from '../components/card.tsx';
import { Page } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { t } from '../i18n/translate.ts';

/** A room that the person's role does not open. */
export function Forbidden() {
  return (
    <Page>
      <PageHead title={t('staff.forbidden')} />
      <Card title={t('staff.forbidden')} titleHidden>
        <CardBody>
          <Typography sx={{ pt: 2, color: 'text.secondary' }}>{t('staff.forbidden.text')}</Typography>
        </CardBody>
      </Card>
    </Page>
  );
}
