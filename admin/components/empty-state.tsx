import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Icon } from '../look/icon.tsx';
import type { IconName } from '../look/icon-paths.ts';

const Root = styled('div')({
  display: 'grid',
  justifyItems: 'center',
  gap: 8,
  padding: '48px 16px 40px',
  textAlign: 'center',
});
const Actions = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  gap: 8,
  marginTop: 12,
  '&:empty': { display: 'none' },
  // Where the head of the page has its one filled button, the same below would be the second.
  'main:has(header .MuiButton-contained) &': { display: 'none' },
});
const Steps = styled('ol')(({ theme }) => ({
  display: 'grid',
  borderTop: `1px solid ${theme.palette.divider}`,
  '& li': {
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr)',
    gap: '0 12px',
    alignContent: 'start',
    padding: '16px 16px 20px',
  },
  '& li + li': { borderTop: `1px solid ${theme.palette.divider}` },
  '& svg': { color: theme.palette.primary.main },
  '& p': { gridColumn: 2, color: theme.palette.text.secondary },
  [theme.breakpoints.up('sm')]: {
    gridTemplateColumns: 'repeat(3, 1fr)',
    '& li': { padding: '16px 20px 20px' },
    '& li + li': { borderTop: 0, borderLeft: `1px solid ${theme.palette.divider}` },
  },
}));

export interface EmptyStateProps {
  art: ReactNode;
  title: string;
  text: string;
  actions?: ReactNode;
  /** How it works, in three steps. */
  steps?: readonly { icon: IconName; title: string; text: string }[];
}

/** Nothing here yet: what will be, and the next step with a button. */
export function EmptyState({ art, title, text, actions, steps }: EmptyStateProps) {
  return (
    <>
      <Root>
        {art}
        <Typography variant="h2">{title}</Typography>
        <Typography sx={{ maxWidth: '46ch', color: 'text.secondary' }}>{text}</Typography>
        {actions && <Actions>{actions}</Actions>}
      </Root>
      {steps && (
        <Steps>
          {steps.map((step) => (
            <li key={step.title}>
              <Icon name={step.icon} />
              <Typography variant="h3">{step.title}</Typography>
              <Typography>{step.text}</Typography>
            </li>
          ))}
        </Steps>
      )}
    </>
  );
}
