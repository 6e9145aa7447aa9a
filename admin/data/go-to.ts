/** Lets code outside the component tree change the page: the router registers itself once at start. */
type Navigate = (path: string, options?: { replace?: boolean }) => void;

let navigate: Navigate = (path) => window.location.assign(path);

export function registerNavigate(fn: Navigate): void {
  navigate = fn;
}

export function goTo(path: string, options?: { replace?: boolean }): void {
  navigate(path, options);
}
