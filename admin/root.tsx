import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { useLayoutEffect, useMemo } from 'react';
import { Outlet, useLocation } from 'react-router';
import { globalError } from './data/global-error.ts';
import { useStore } from './data/use-store.ts';
import { makeTheme } from './look/theme.ts';
import { useScheme } from './look/theme-choice.ts';
import { Notices } from './shell/notice-stack.tsx';
import { toErrorCode } from './system/error-codes.ts';
import { ErrorPage } from './system/error-page.tsx';

/** The frame of every page: theme, notifications, and the error that replaces a page. */
export function Root() {
  const scheme = useScheme();
  const theme = useMemo(() => makeTheme(scheme), [scheme]);
  const error = useStore(globalError);
  const { key } = useLocation();
  // Going anywhere, the same page included, is a new try. Not before the new page is drawn: the old one would be asked
  // for once more, and fail again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time one goes somewhere
  useLayoutEffect(() => globalError.set(null), [key]);
  return (
    <ThemeProvider theme={theme}>
      <CssBaseline />
      <Notices>{error === null ? <Outlet /> : <ErrorPage code={toErrorCode(error)} />}</Notices>
    </ThemeProvider>
  );
}
