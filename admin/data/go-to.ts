/** Lets code outside the component tree change the page: the router registers itself once at start. */
type Navigate = (path: string, options?: { replace?: boolean }) => void;

let navigate: Navigate = (path) => window.location.assign(path);

export function registerNavigate(fn: Navigate): void {
  navigate = fn;
}

/** Pages that the server draws by itself, to which a sign-in may lead back. */
const OF_SERVER = /^\/(btcpay|authorize)(\/|\?|$)/;

export function goTo(path: string, options?: { replace?: boolean }): void {
  if (OF_SERVER.test(path)) window.location.assign(path);
  else navigate(path, options);
}
