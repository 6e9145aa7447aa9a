import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { PaymentLink } from '../../../contract/payment-links.ts';
import { VisuallyHidden } from '../../components/card.tsx';
import { CopyText } from '../../components/copy-text.tsx';
import { DialogFrame } from '../../components/dialog-frame.tsx';
import { formatFiat } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { Icon } from '../../look/icon.tsx';
import { CodeBox, Quiet } from '../parts.tsx';
import { BUTTON_STYLE, buttonHtml } from './link-html.ts';

const Label = styled('p')({ marginBottom: 4, fontSize: 13, lineHeight: '20px', fontWeight: 500 });

/** The ground of most sites, whatever the colors of the back office. */
const Preview = styled('div')(({ theme }) => ({
  marginBottom: 8,
  padding: 24,
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: 6,
  backgroundColor: '#fff',
  textAlign: 'center',
}));

/** The link, and a button that leads to it, both to be copied. */
export function LinkCodeDialog({ link, onClose }: { link: PaymentLink; onClose: () => void }) {
  const text = t('links.buttonText', { price: formatFiat(link.amount, link.currency) });
  const html = buttonHtml(link.url, text);
  return (
    <DialogFrame
      title={link.title}
      onClose={onClose}
      actions={
        <>
          <Button href={link.url} target="_blank" rel="noreferrer" startIcon={<Icon name="external" />}>
            {t('links.open')}
            <VisuallyHidden> {t('invoice.newTab')}</VisuallyHidden>
          </Button>
          <Button variant="contained" onClick={onClose}>
            {t('token.done')}
          </Button>
        </>
      }
    >
      <div>
        <Label>{t('links.link')}</Label>
        <CodeBox as="div">
          <CopyText value={link.url} label={t('links.linkLabel')} />
        </CodeBox>
      </div>
      <div>
        <Label>{t('links.html')}</Label>
        <Preview>
          <a href={link.url} target="_blank" rel="noreferrer" style={BUTTON_STYLE}>
            {text}
            <VisuallyHidden> {t('invoice.newTab')}</VisuallyHidden>
          </a>
        </Preview>
        <CodeBox as="div">
          <CopyText value={html} label={t('links.htmlLabel')} />
        </CodeBox>
        <Quiet>{t('links.htmlHelp')}</Quiet>
      </div>
    </DialogFrame>
  );
}
