import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';

const Head = styled('header')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 12,
  padding: '16px 12px 8px 24px',
});
const Body = styled('div')({
  flex: 1,
  display: 'grid',
  alignContent: 'start',
  gap: 16,
  padding: '8px 24px 16px',
  overflowY: 'auto',
});
const Foot = styled('footer')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: 8,
  padding: '16px 24px',
  borderTop: `1px solid ${theme.palette.divider}`,
  // On a phone they share the line, each at least as wide as its words; what does not fit takes a line of its own.
  [theme.breakpoints.down('sm')]: { '& > *': { flex: '1 0 auto' } },
}));

export interface DialogFrameProps {
  title: string;
  onClose: () => void;
  actions: ReactNode;
  children: ReactNode;
  /** For what is read closely: wider, and scrolled by the keyboard. */
  isWide?: true;
  /** Around content and actions: a form. */
  wrap?: (content: ReactNode) => ReactNode;
}

/** A dialog, of the usual size unless `isWide`: heading, what it is about, and the ways out at the foot. */
export function DialogFrame({ title, onClose, actions, children, isWide, wrap = asItIs }: DialogFrameProps) {
  const id = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={id}
      slotProps={{ paper: { sx: { '& > form': FORM, ...(isWide ? { width: 960 } : {}) } } }}
    >
      <Head>
        <Typography variant="h2" id={id} sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        <IconButton aria-label={t('action.close')} onClick={onClose}>
          <Icon name="cross" />
        </IconButton>
      </Head>
      {wrap(
        <>
          <Body tabIndex={isWide ? 0 : undefined}>{children}</Body>
          <Foot>{actions}</Foot>
        </>,
      )}
    </Dialog>
  );
}

const FORM = { display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 } as const;
const asItIs = (content: ReactNode) => content;
