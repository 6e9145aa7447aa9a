import Button from '@mui/material/Button';
import { Card, CardBody, VisuallyHidden } from '../../components/card.tsx';
import { CopyText } from '../../components/copy-text.tsx';
import { t } from '../../i18n/translate.ts';
import { Icon } from '../../look/icon.tsx';
import { CodeBox, Quiet } from '../parts.tsx';
import { cardPurchase } from './card-frame.ts';

/** How customers buy coins by card through the shop: a link, and a frame for its own pages. */
export function SellByCard({ profileId, domain }: { profileId: string; domain: string | null }) {
  const { link, frame } = cardPurchase(location.origin, profileId);
  return (
    <Card
      title={t('byCard.title')}
      aside={
        <Button size="small" href={link} target="_blank" rel="noreferrer" startIcon={<Icon name="external" />}>
          {t('byCard.open')}
          <VisuallyHidden> {t('invoice.newTab')}</VisuallyHidden>
        </Button>
      }
    >
      <CardBody>
        <Quiet>{t('byCard.text')}</Quiet>
        <CodeBox as="div">
          <CopyText value={link} label={t('links.linkLabel')} />
        </CodeBox>
        <CodeBox as="div">
          <CopyText value={frame} label={t('byCard.frameLabel')} />
        </CodeBox>
        <Quiet>{domain === null ? t('byCard.noDomain') : t('byCard.domain', { domain })}</Quiet>
      </CardBody>
    </Card>
  );
}
