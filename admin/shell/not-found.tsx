import { ErrorPage } from '../system/error-page.tsx';

/** The outer router catches most unknown paths; this page catches those that it lets through. */
export function NotFound() {
  return <ErrorPage code={404} />;
}
