import { createTheme, type Shadows, type Theme, type ThemeOptions } from '@mui/material/styles';
import { colours, ON_SANDBOX_AMBER, SANDBOX_AMBER, type Scheme } from './colours.ts';
import { themeComponents } from './theme-components.ts';

const FONT = '"Geist Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
const MONO = '"Geist Mono Variable", ui-monospace, SFMono-Regular, Menlo, Consolas, monospace';

/** The one theme of the back office. Figures lead, chrome recedes: borders instead of shadows, nothing under 13 px. */
export function makeTheme(scheme: Scheme): Theme {
  const c = colours[scheme];
  return createTheme({
    palette: palette(scheme),
    // Spec §9's 850 and 2561. The sidebar has its words from 1400 instead of 1441: laptops of 1440 have room for them.
    breakpoints: { values: { xs: 0, sm: 850, md: 1200, lg: 1400, xl: 2561 } },
    spacing: 4,
    shape: { borderRadius: 6 },
    shadows: shadows(c.shadow),
    transitions: {
      duration: {
        shortest: 120,
        shorter: 140,
        short: 140,
        standard: 160,
        complex: 180,
        enteringScreen: 160,
        leavingScreen: 120,
      },
    },
    typography: typography(),
    components: themeComponents(scheme),
  });
}

function palette(scheme: Scheme): NonNullable<ThemeOptions['palette']> {
  const c = colours[scheme];
  return {
    mode: scheme,
    primary: { main: c.primary, dark: c.primaryDark, contrastText: c.onPrimary },
    success: { main: c.success, contrastText: c.onPrimary },
    warning: { main: c.warning, contrastText: c.onPrimary },
    error: { main: c.error, dark: c.errorDark, contrastText: c.onPrimary },
    text: { primary: c.text, secondary: c.muted },
    background: { default: c.background, paper: c.paper },
    divider: c.divider,
    action: { hover: c.hover },
    control: c.control,
    edge: c.edge,
    raised: c.raised,
    soft: c.soft,
    tint: c.tint,
    series: c.series,
    sandbox: { main: SANDBOX_AMBER, contrastText: ON_SANDBOX_AMBER, edge: c.sandboxEdge },
    meterRest: c.meterRest,
    tickRest: c.tickRest,
    avatar: { main: c.avatar, contrastText: c.onAvatar },
  };
}

function typography(): NonNullable<ThemeOptions['typography']> {
  const body = { fontSize: 14, lineHeight: '20px', letterSpacing: 0 };
  const tabular = { fontWeight: 600, fontVariantNumeric: 'tabular-nums', letterSpacing: '-0.025em' };
  return {
    fontFamily: FONT,
    fontSize: 14,
    htmlFontSize: 16,
    body1: body,
    body2: body,
    caption: { fontSize: 13, lineHeight: '20px', letterSpacing: 0 },
    h1: {
      fontSize: 20,
      lineHeight: '28px',
      fontWeight: 600,
      letterSpacing: '-0.015em',
      '@media (min-width: 850px)': { fontSize: 28, lineHeight: '36px', letterSpacing: '-0.025em' },
    },
    h2: { fontSize: 16, lineHeight: '24px', fontWeight: 600, letterSpacing: '-0.01em' },
    h3: { fontSize: 14, lineHeight: '20px', fontWeight: 600, letterSpacing: 0 },
    button: { fontSize: 14, lineHeight: '20px', fontWeight: 500, textTransform: 'none', letterSpacing: 0 },
    figure: { fontFamily: FONT, fontSize: 28, lineHeight: '36px', ...tabular },
    figureBig: { fontFamily: FONT, fontSize: 36, lineHeight: '44px', ...tabular },
    code: { fontFamily: MONO, fontSize: 13, lineHeight: '20px' },
  };
}

/** All heights are flat but one, which is for what floats. */
function shadows(floating: string): Shadows {
  const list: string[] = Array.from({ length: 25 }, () => 'none');
  list[8] = floating;
  return list as Shadows;
}
