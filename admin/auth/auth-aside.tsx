import { styled } from '@mui/material/styles';
import { t } from '../i18n/translate.ts';

const Aside = styled('aside')(({ theme }) => ({
  display: 'none',
  [theme.breakpoints.up('sm')]: {
    display: 'grid',
    position: 'sticky',
    top: 0,
    gridRow: '1 / 4',
    gridColumn: 2,
    height: '100dvh',
    padding: '16px 16px 16px 0',
  },
}));
const Panel = styled('div')(({ theme }) => ({
  position: 'relative',
  overflow: 'hidden',
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'space-between',
  padding: 40,
  borderRadius: 14,
  backgroundColor: theme.palette.mode === 'light' ? '#0B1220' : '#121826',
  color: '#E8ECF3',
  '& > :not(svg)': { position: 'relative' },
}));
const Say = styled('p')(({ theme }) => ({
  ...theme.typography.figureBig,
  letterSpacing: '-0.03em',
  '& span': { display: 'block' },
}));
const Points = styled('ul')({ display: 'grid', gap: 8 });
const Tide = styled('svg')({ position: 'absolute', inset: 0, width: '100%', height: '100%' });

/** The picture beside the form: a tide staff over three waves. */
export function AuthAside() {
  return (
    <Aside aria-label={t('auth.aside.label')}>
      <Panel>
        <Tide viewBox="0 0 720 900" preserveAspectRatio="xMidYMax slice" aria-hidden focusable="false">
          <path fill="#16255F" opacity="0.75" d="M0 560c90-70 180-70 270-20s180 50 270-10 130-50 180-30v400H0z" />
          <path fill="#1D379F" opacity="0.7" d="M0 640c110-50 200-40 290 0s190 40 280-10 110-40 150-30v300H0z" />
          <path fill="#2447E0" opacity="0.85" d="M0 730c120-40 210-30 300 0s180 30 270 0 110-20 150-10v180H0z" />
          <path
            fill="none"
            stroke="#8EA2FF"
            strokeWidth="1.5"
            opacity="0.55"
            d="M560 96v700M560 160h18M560 224h30M560 288h18M560 352h30M560 416h18M560 480h30M560 544h18M560 608h30M560 672h18M560 736h30"
          />
        </Tide>
        <Say>
          <span>{t('auth.aside.line1')}</span>
          <span>{t('auth.aside.line2')}</span>
          <span>{t('auth.aside.line3')}</span>
        </Say>
        <Points>
          <li>{t('auth.aside.point1')}</li>
          <li>{t('auth.aside.point2')}</li>
          <li>{t('auth.aside.point3')}</li>
        </Points>
      </Panel>
    </Aside>
  );
}
