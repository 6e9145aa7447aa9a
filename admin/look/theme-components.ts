import type { Components, Theme } from '@mui/material/styles';
import { colours, type Scheme } from './colours.ts';

type Parts = Components<Theme>;

/** How the controls of the component library look here. One function per family, merged into one table. */
export function themeComponents(scheme: Scheme): Parts {
  return {
    ...page(scheme),
    ...buttons(scheme),
    ...inputs(scheme),
    ...surfaces(scheme),
    ...lists(scheme),
    ...paging(scheme),
  };
}

function page(scheme: Scheme): Parts {
  const c = colours[scheme];
  return {
    MuiCssBaseline: {
      styleOverrides: {
        // Sticky bars never cover the focused element (WCAG 2.4.11).
        html: { colorScheme: scheme, WebkitTextSizeAdjust: '100%', scrollPadding: '88px 0 80px' },
        body: { backgroundColor: c.background, fontSynthesis: 'none', WebkitFontSmoothing: 'antialiased' },
        'h1, h2, h3, p, ol, ul, dl, dd, figure, fieldset': { margin: 0, padding: 0, border: 0 },
        'ol, ul': { listStyle: 'none' },
        'p, h1, h2, dd': { textWrap: 'pretty' },
        ':focus-visible': { outline: `2px solid ${c.primary}`, outlineOffset: 2 },
        // The focus begins there, but there is nothing to press: a ring around all of it would only look like an error.
        'main:focus-visible, [role=dialog]:focus-visible, .MuiDialog-container:focus-visible': { outline: 0 },
        kbd: {
          padding: '0 5px',
          border: `1px solid ${c.edge}`,
          borderRadius: 4,
          color: c.muted,
          font: '400 13px/18px "Geist Mono Variable", ui-monospace, monospace',
        },
        '@media (prefers-reduced-motion: reduce)': {
          '*, *::before, *::after': { transition: 'none !important', animation: 'none !important' },
        },
      },
    },
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: {
        root: { fontFamily: 'inherit', '&.Mui-focusVisible': { outline: `2px solid ${c.primary}`, outlineOffset: 2 } },
      },
    },
    MuiLink: {
      defaultProps: { underline: 'hover' },
      styleOverrides: {
        root: {
          textUnderlineOffset: 3,
          textDecorationThickness: 1,
          'p &, dd &': { textDecoration: 'underline' },
        },
      },
    },
    MuiTypography: {
      defaultProps: { variantMapping: { body1: 'p', body2: 'p', figure: 'p', figureBig: 'p', code: 'span' } },
    },
  };
}

function buttons(scheme: Scheme): Parts {
  const c = colours[scheme];
  return {
    MuiButton: {
      defaultProps: { disableElevation: true, variant: 'outlined', color: 'primary' },
      styleOverrides: {
        root: {
          minWidth: 0,
          minHeight: 36,
          padding: '7px 14px',
          whiteSpace: 'nowrap',
          transition: 'background-color 140ms ease-out',
        },
        sizeSmall: { minHeight: 28, padding: '3px 10px', fontSize: 13 },
        sizeLarge: { minHeight: 44, padding: '11px 16px' },
        outlined: {
          backgroundColor: c.paper,
          borderColor: c.edge,
          color: c.text,
          '&:hover': { backgroundColor: c.hover, borderColor: c.edge },
          '&.Mui-disabled': { backgroundColor: c.soft.neutral, borderColor: c.soft.neutral, color: c.muted },
        },
        contained: { '&.Mui-disabled': { backgroundColor: c.soft.neutral, color: c.muted } },
        text: { padding: '7px 8px', '&:hover': { backgroundColor: c.soft.primary } },
        startIcon: { marginLeft: -2, marginRight: 8 },
        endIcon: { marginRight: -2, marginLeft: 8 },
      },
    },
    MuiIconButton: {
      styleOverrides: {
        root: {
          width: 36,
          height: 36,
          padding: 0,
          borderRadius: 6,
          color: c.muted,
          '&:hover': { backgroundColor: c.soft.neutral, color: c.text },
        },
        sizeSmall: { width: 28, height: 28 },
      },
    },
    MuiToggleButtonGroup: {
      styleOverrides: { root: { padding: 2, gap: 2, borderRadius: 8, backgroundColor: c.soft.neutral } },
    },
    MuiToggleButton: {
      styleOverrides: {
        root: {
          minWidth: 40,
          minHeight: 28,
          padding: '4px 10px',
          border: '1px solid transparent !important',
          borderRadius: '6px !important',
          marginLeft: '0 !important',
          color: c.muted,
          fontSize: 13,
          lineHeight: '18px',
          '&:hover': { backgroundColor: 'transparent', color: c.text },
          '&.Mui-selected, &.Mui-selected:hover': {
            backgroundColor: c.raised,
            borderColor: `${c.edge} !important`,
            color: c.text,
          },
        },
      },
    },
  };
}

function inputs(scheme: Scheme): Parts {
  const c = colours[scheme];
  return {
    MuiOutlinedInput: {
      defaultProps: { notched: false },
      styleOverrides: {
        root: {
          minHeight: 36,
          backgroundColor: c.paper,
          '& .MuiOutlinedInput-notchedOutline': { borderColor: c.control, top: 0, '& legend': { display: 'none' } },
          '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: c.control },
          '&.Mui-focused .MuiOutlinedInput-notchedOutline': {
            borderColor: c.primary,
            borderWidth: 1,
            boxShadow: `0 0 0 1px ${c.primary}`,
          },
          '&.MuiInputBase-multiline': { padding: '7px 12px' },
        },
        input: {
          height: 20,
          padding: '8px 12px',
          '&:focus-visible': { outline: 0 },
          '&::placeholder': { color: c.muted, opacity: 1 },
        },
        inputMultiline: { padding: 0 },
      },
    },
    MuiInputLabel: {
      defaultProps: { shrink: true },
      styleOverrides: {
        root: {
          position: 'static',
          transform: 'none',
          fontSize: 13,
          lineHeight: '20px',
          fontWeight: 500,
          marginBottom: 6,
          color: c.text,
          '&.Mui-focused, &.Mui-error': { color: c.text },
        },
      },
    },
    MuiFormHelperText: {
      styleOverrides: {
        // Help of a field that cannot be changed is still read.
        root: { margin: '6px 0 0', fontSize: 13, lineHeight: '20px', '&, &.Mui-disabled': { color: c.muted } },
      },
    },
    MuiSelect: {
      defaultProps: { MenuProps: { container: landmarkInUse } },
      styleOverrides: {
        select: { minHeight: 20, padding: '8px 32px 8px 12px', '&:focus-visible': { outline: 0 } },
        icon: { color: c.muted },
      },
    },
    MuiCheckbox: {
      defaultProps: { disableRipple: true },
      styleOverrides: { root: { padding: 3, color: c.control, '&.Mui-checked': { color: c.primary } } },
    },
    MuiFormControlLabel: {
      styleOverrides: { root: { marginLeft: -3, gap: 5 }, label: { fontSize: 14, lineHeight: '20px' } },
    },
  };
}

function surfaces(scheme: Scheme): Parts {
  const c = colours[scheme];
  const floating = {
    border: `1px solid ${c.edge}`,
    backgroundColor: c.raised,
    backgroundImage: 'none',
    boxShadow: c.shadow,
  };
  const alert = (tone: 'warning' | 'error' | 'success' | 'primary', ink: string) => ({
    backgroundColor: c.soft[tone],
    border: `1px solid ${c.tint[tone]}`,
    color: c.text,
    '& .MuiAlert-icon': { color: ink },
  });
  return {
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiCard: { defaultProps: { variant: 'outlined' }, styleOverrides: { root: { minWidth: 0, borderRadius: 10 } } },
    MuiAppBar: {
      defaultProps: { elevation: 0, color: 'transparent', position: 'sticky' },
      styleOverrides: { root: { height: 56, backgroundColor: c.background, borderBottom: `1px solid ${c.divider}` } },
    },
    MuiDialog: {
      styleOverrides: {
        paper: { ...floating, width: 512, minHeight: 344, maxWidth: 'calc(100vw - 16px)', margin: 8, borderRadius: 14 },
      },
    },
    MuiBackdrop: {
      styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { backgroundColor: 'rgb(11 15 23 / 45%)' } } },
    },
    MuiPopover: { styleOverrides: { paper: { ...floating, borderRadius: 10 } } },
    MuiDrawer: {
      styleOverrides: {
        paper: { backgroundColor: c.background, backgroundImage: 'none', borderRight: `1px solid ${c.divider}` },
      },
    },
    MuiAlert: {
      styleOverrides: {
        root: { borderRadius: 10, padding: '12px 16px', alignItems: 'flex-start' },
        icon: { padding: 0, marginRight: 12, opacity: 1 },
        message: { padding: 0, maxWidth: '88ch' },
        standardWarning: alert('warning', c.warning),
        standardError: alert('error', c.error),
        standardSuccess: alert('success', c.success),
        standardInfo: alert('primary', c.primary),
      },
    },
    MuiSkeleton: { defaultProps: { animation: false }, styleOverrides: { root: { backgroundColor: c.soft.neutral } } },
    MuiTooltip: {
      styleOverrides: { tooltip: { fontSize: 13, lineHeight: '20px', backgroundColor: c.text, color: c.background } },
    },
  };
}

function lists(scheme: Scheme): Parts {
  const c = colours[scheme];
  return {
    MuiMenuItem: {
      styleOverrides: {
        root: {
          // The library's own rule for wide windows would take the height away.
          '&&': { minHeight: 40 },
          margin: '0 6px',
          padding: '0 10px',
          borderRadius: 6,
          gap: 12,
          '&:hover, &.Mui-focusVisible': { backgroundColor: c.soft.neutral },
          '&.Mui-selected, &.Mui-selected:hover, &.Mui-selected.Mui-focusVisible': {
            backgroundColor: c.soft.primary,
            color: c.primary,
          },
        },
      },
    },
    MuiMenu: { styleOverrides: { list: { padding: '6px 0' } } },
    MuiTableCell: {
      styleOverrides: {
        root: {
          height: 44,
          padding: '0 12px',
          borderColor: c.divider,
          whiteSpace: 'nowrap',
          '&[data-edge=first]': { paddingLeft: 20 },
          '&[data-edge=last]': { paddingRight: 20 },
        },
        head: { height: 40, fontSize: 13, fontWeight: 500, color: c.muted },
        alignRight: { fontVariantNumeric: 'tabular-nums', flexDirection: 'unset' },
        footer: { fontSize: 14, color: c.text, fontWeight: 500, borderBottom: 0 },
      },
    },
    MuiTableRow: { styleOverrides: { hover: { transition: 'background-color 140ms ease-out' } } },
  };
}

function paging(scheme: Scheme): Parts {
  const c = colours[scheme];
  return {
    MuiTabs: {
      styleOverrides: {
        root: { minHeight: 40, borderBottom: `1px solid ${c.divider}` },
        indicator: { height: 2 },
      },
    },
    MuiTab: {
      styleOverrides: {
        root: {
          minHeight: 40,
          minWidth: 0,
          padding: 0,
          marginRight: 20,
          color: c.muted,
          '&:hover': { color: c.text },
          '&.Mui-selected': { color: c.text },
        },
      },
    },
    MuiPaginationItem: {
      styleOverrides: {
        root: {
          minWidth: 32,
          height: 32,
          margin: 0,
          borderRadius: 6,
          fontSize: 13,
          color: c.muted,
          fontVariantNumeric: 'tabular-nums',
          '&.Mui-selected, &.Mui-selected:hover': {
            backgroundColor: c.soft.primary,
            color: c.primary,
            fontWeight: 600,
          },
        },
      },
    },
  };
}

/** Menus open in the landmark that they belong to, so that everything on a page is in one (axe: region). */
function landmarkInUse(): Element {
  return document.activeElement?.closest('[role=dialog], main, nav, header') ?? document.body;
}
