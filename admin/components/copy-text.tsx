import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import { styled } from '@mui/material/styles';
import { clipMiddle } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import { copyToClipboard } from './copy-to-clipboard.ts';

const Root = styled('span')({
  display: 'inline-flex',
  alignItems: 'flex-start',
  gap: 4,
  minWidth: 0,
  maxWidth: '100%',
});
const Code = styled('span')(({ theme }) => ({ ...theme.typography.code, minWidth: 0, overflowWrap: 'anywhere' }));
const Button = styled(IconButton)({ margin: '-4px -6px -4px auto' });

export interface CopyTextProps {
  value: string;
  /** The noun for the button and the notification: `address`. */
  label: string;
  /** Shows head and tail only; what is copied is the whole. */
  clip?: boolean;
  /** A shorter text to display, for example of a link that is too long to read. */
  short?: string;
  href?: string;
}

/** A text of machine form, with a button that copies it. */
export function CopyText({ value, label, clip = false, short, href }: CopyTextProps) {
  const shown = short ?? (clip ? clipMiddle(value) : value);
  return (
    <Root>
      <Code title={shown === value ? undefined : value}>
        {href ? (
          <Link href={href} target="_blank" rel="noreferrer">
            {shown}
          </Link>
        ) : (
          shown
        )}
      </Code>
      <Button size="small" aria-label={t('action.copy', { label })} onClick={() => void copyToClipboard(value, label)}>
        <Icon name="copy" size={16} />
      </Button>
    </Root>
  );
}
