import { ErrorPage } from '../system/error-page.tsx';

/** Inside the back office the outer router has told unknown paths already; this one is for what it lets through. */
export function NotFound() {
  return <ErrorPage code={404} />;
}
