/** The colour schemes of the back office. Every colour is written once, for both schemes. */
export type Scheme = 'light' | 'dark';

/** Sandbox amber is the same in both schemes: it has to be recognised, not themed. */
export const SANDBOX_AMBER = '#F2B25C';
export const ON_SANDBOX_AMBER = '#0B1220';

export const colours = {
  light: {
    primary: '#2447E0',
    primaryDark: '#1B38BD',
    onPrimary: '#FFFFFF',
    success: '#0B7A4B',
    warning: '#945200',
    error: '#C4262E',
    text: '#0B1220',
    muted: '#525C6E',
    background: '#F7F8FA',
    paper: '#FFFFFF',
    divider: '#E3E7ED',
    hover: '#F5F7FA',
    control: '#8691A3',
    edge: '#C8D0DB',
    raised: '#FFFFFF',
    soft: { primary: '#EDF0FD', success: '#E6F4ED', warning: '#FCF1E0', error: '#FDEEEE', neutral: '#EEF1F5' },
    tint: { warning: '#F0DAB7', error: '#F5CFD1', primary: '#CBD4FA', success: '#BFE3D0' },
    meterRest: '#DFE4EB',
    tickRest: '#D5DBE4',
    sandboxEdge: '#E3BF85',
    avatar: '#0B1220',
    onAvatar: '#FFFFFF',
    shadow: '0 12px 32px -8px rgb(11 18 32 / 18%)',
    series: {
      USDT_TRC20: '#2447E0',
      BTC: '#C4730C',
      USDT_ERC20: '#0E8F76',
      ETH: '#7552D6',
      EUR: '#3F4C63',
      LTC: '#1D86B8',
      BCH: '#4E8A25',
      TRX: '#C8385C',
      XRP: '#5B6780',
    },
  },
  dark: {
    primary: '#8EA2FF',
    primaryDark: '#A5B5FF',
    onPrimary: '#0B1220',
    success: '#4CD08A',
    warning: '#F2B25C',
    error: '#FF8A8A',
    text: '#E8ECF3',
    muted: '#9BA6B8',
    background: '#0B0F17',
    paper: '#121826',
    divider: '#222B3C',
    hover: '#171F30',
    control: '#66738B',
    edge: '#38445A',
    raised: '#182032',
    soft: { primary: '#1D2747', success: '#12302A', warning: '#33291B', error: '#351D27', neutral: '#1E2738' },
    tint: { warning: '#55411F', error: '#5E2C38', primary: '#33437E', success: '#1F5243' },
    meterRest: '#2B364A',
    tickRest: '#2F3A4F',
    sandboxEdge: '#6B5227',
    avatar: '#E8ECF3',
    onAvatar: '#0B1220',
    shadow: '0 16px 40px -8px rgb(0 0 0 / 60%)',
    series: {
      USDT_TRC20: '#8EA2FF',
      BTC: '#F0A646',
      USDT_ERC20: '#3FC7AA',
      ETH: '#B79CFF',
      EUR: '#A9B6CC',
      LTC: '#5BBBE8',
      BCH: '#8ECB62',
      TRX: '#FF8FA8',
      XRP: '#93A1BA',
    },
  },
} as const;

export type Series = keyof (typeof colours)['light']['series'];
export type Tone = 'neutral' | 'primary' | 'success' | 'warning' | 'error';
