import Link from '@mui/material/Link';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import { usePageTitle } from './use-page-title.ts';

const Head = styled('header')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 12,
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'minmax(0, 1fr) auto', alignItems: 'end' },
}));

const Actions = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  [theme.breakpoints.down('sm')]: { '& > *': { flex: '1 1 auto' } },
}));

const Crumbs = styled('ol')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  marginBottom: 4,
  color: theme.palette.text.secondary,
  fontSize: 13,
  lineHeight: '20px',
  '& li': { display: 'flex', alignItems: 'center', gap: 4, minWidth: 0 },
  // A long name loses its end; the way back keeps its words.
  '& li:has(> a)': { flex: 'none' },
  '& span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
}));

const Row = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 12px' });

export interface PageHeadProps {
  title: string;
  /** The words of the browser's tab, where they differ from the heading. */
  tabTitle?: string;
  crumbs?: readonly { label: string; to?: string }[];
  sub?: ReactNode;
  /** Beside the heading, such as a status chip. */
  beside?: ReactNode;
  actions?: ReactNode;
}

/** The one heading of a page, with where it is, what it is, and what can be done from here. */
export function PageHead({ title, tabTitle, crumbs, sub, beside, actions }: PageHeadProps) {
  usePageTitle(tabTitle ?? title);
  return (
    <Head>
      <div>
        {crumbs && (
          <nav aria-label={t('invoice.crumbs')}>
            <Crumbs>
              {crumbs.map(({ label, to }, index) => (
                <li key={label}>
                  {index > 0 && <Icon name="chevronRight" size={16} />}
                  {to ? (
                    <Link component={RouterLink} to={to} color="inherit">
                      {label}
                    </Link>
                  ) : (
                    <span aria-current="page">{label}</span>
                  )}
                </li>
              ))}
            </Crumbs>
          </nav>
        )}
        <Row>
          <Typography variant="h1" sx={{ fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}>
            {title}
          </Typography>
          {beside}
        </Row>
        {sub && (
          <Typography sx={{ mt: 0.5, color: 'text.secondary', overflowWrap: 'anywhere' }} component="div">
            {sub}
          </Typography>
        )}
      </div>
      {actions && <Actions>{actions}</Actions>}
    </Head>
  );
}
