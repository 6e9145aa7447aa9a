// Shows the payment page of an invoice in a shop's own page, as a modal or inline: docs/api/embedding.md. Version 1 of
// this script only gains features; another meaning of what is here would be /embed/v2.js.
(() => {
  if (window.Tidegate?.version === 1) return;
  const gateway = new URL(document.currentScript.src).origin;
  const WORDS = __WORDS__;

  const STYLES = `
    dialog { position: fixed; inset: 0; margin: auto; padding: 0; border: 0; overflow: hidden; background: #fff;
      width: min(460px, 100vw); height: min(864px, 100dvh); max-width: none; max-height: none; border-radius: 16px; }
    dialog[open] { display: grid; grid-template-rows: 44px 1fr; }
    dialog::backdrop { background: rgba(11, 18, 32, 0.55); }
    iframe { display: block; width: 100%; height: 100%; border: 0; }
    button { justify-self: end; width: 44px; height: 44px; padding: 0; border: 0; background: transparent;
      color: #4a5468; cursor: pointer; font: 24px/44px system-ui, sans-serif; }
    button:focus-visible { outline: 2px solid #2447e0; outline-offset: -6px; border-radius: 12px; }
    @media (max-width: 480px) { dialog { width: 100vw; height: 100dvh; border-radius: 0; } }
    @media (prefers-color-scheme: dark) {
      dialog { background: #0a0e17; }
      button { color: #a6b0c3; }
      button:focus-visible { outline-color: #8ea2ff; }
    }
    @media (prefers-reduced-motion: no-preference) {
      dialog[open] { animation: enter 0.16s ease-out; }
      @keyframes enter { from { opacity: 0; transform: translateY(8px); } }
    }`;

  const GREET_MS = 200;
  const MAX_GREETINGS = 150;

  const words = () => {
    const [language] = (document.documentElement.lang || navigator.language).toLowerCase().split(/[-_]/);
    return WORDS[language] ?? WORDS.en;
  };

  /** The page of an invoice, by its id or its checkout_url. Nothing but pages of this gateway is ever shown. */
  function pageOf(invoice) {
    const url = new URL(/^[\w-]+$/.test(invoice) ? `/invoice/${invoice}` : invoice, gateway);
    if (url.origin === gateway && url.pathname.startsWith('/invoice/')) return url;
    throw new TypeError(`Tidegate: "${invoice}" is neither an invoice's id nor its checkout_url at ${gateway}.`);
  }

  /** A frame with the page, and what the page says: to the callbacks, and as DOM events of `target`. */
  function openFrame(invoice, { target, callbacks, onLeave }) {
    const page = pageOf(invoice);
    const frame = document.createElement('iframe');
    frame.title = words().payment;
    frame.allow = 'clipboard-write';
    frame.src = page.href;
    let last = 0;
    let wasPaid = false;
    let isReady = false;
    let greetings = 0;
    let greeting;

    function tell(type, detail) {
      callbacks[`on${type[0].toUpperCase()}${type.slice(1)}`]?.(detail);
      target.dispatchEvent(new CustomEvent(`tidegate:${type}`, { detail, bubbles: true }));
    }

    function hear({ source, origin, data }) {
      // Any window can send messages; those of our frame, showing a page of the gateway, count.
      if (source !== frame.contentWindow || origin !== gateway) return;
      if (data?.source !== 'tidegate' || data.version !== 1) return;
      if (data.type === 'page.ready' && !isReady) {
        isReady = true;
        tell('ready', {});
      }
      if (data.type === 'page.close') onLeave?.();
      if (data.type !== 'invoice.status' || data.invoice.version <= last) return;
      last = data.invoice.version;
      tell('status', data.invoice);
      if (data.invoice.paid && !wasPaid) tell('paid', data.invoice);
      wasPaid = data.invoice.paid;
    }

    // The page answers to the origin of this message, if the shop is one that may show it, once its script runs.
    const greet = () => {
      greetings += 1;
      if (isReady || greetings > MAX_GREETINGS) clearInterval(greeting);
      else frame.contentWindow?.postMessage({ source: 'tidegate', version: 1, type: 'hello' }, gateway);
    };
    // Before it has loaded, the frame is a blank one of the shop, and a browser warns of each greeting.
    frame.addEventListener('load', () => {
      clearInterval(greeting);
      greeting = setInterval(greet, GREET_MS);
      greet();
    });
    addEventListener('message', hear);
    const end = () => {
      clearInterval(greeting);
      removeEventListener('message', hear);
    };
    return { frame, tell, end };
  }

  /** Opens the payment page above the shop's. Esc and the button close it, and focus returns to where it was. */
  function open(invoice, callbacks = {}, target = document) {
    const host = document.createElement('div');
    const shadow = host.attachShadow({ mode: 'open' });
    const styles = new CSSStyleSheet();
    styles.replaceSync(STYLES);
    shadow.adoptedStyleSheets = [styles];
    const dialog = document.createElement('dialog');
    const { frame, tell, end } = openFrame(invoice, { target, callbacks, onLeave: () => dialog.close() });
    const button = document.createElement('button');
    button.type = 'button';
    button.ariaLabel = words().close;
    const cross = document.createElement('span');
    cross.textContent = '×';
    cross.ariaHidden = 'true';
    button.append(cross);
    button.addEventListener('click', () => dialog.close());
    dialog.ariaLabel = words().payment;
    dialog.append(button, frame);
    shadow.append(dialog);
    document.body.append(host);
    const unlock = lockScrolling();
    dialog.addEventListener('close', () => {
      unlock();
      end();
      host.remove();
      tell('close', {});
    });
    // The rest of the page is inert meanwhile, so that focus stays within.
    dialog.showModal();
    return { close: () => dialog.close() };
  }

  /** Keeps the place of the scrollbar, so that nothing moves. */
  function lockScrolling() {
    const { style } = document.documentElement;
    const before = { overflow: style.overflow, paddingInlineEnd: style.paddingInlineEnd };
    const bar = innerWidth - document.documentElement.clientWidth;
    style.overflow = 'hidden';
    if (bar > 0) style.paddingInlineEnd = `${bar}px`;
    return () => Object.assign(style, before);
  }

  /** Shows the payment page within an element, which has its height from the beginning. */
  function mount(element, invoice, callbacks = {}) {
    const { frame, end } = openFrame(invoice, { target: element, callbacks });
    Object.assign(frame.style, { display: 'block', width: '100%', maxWidth: '460px', height: '780px', border: '0' });
    element.replaceChildren(frame);
    return {
      unmount: () => {
        end();
        frame.remove();
      },
    };
  }

  window.Tidegate = { version: 1, open, mount };

  // Without a script of the shop: a link with data-tidegate="modal", an element with data-tidegate="inline".
  document.addEventListener('click', (event) => {
    const link = event.target.closest?.('a[data-tidegate="modal"]');
    if (link === null || link === undefined || event.defaultPrevented || event.button !== 0) return;
    // In a new tab or window if the payer wants so.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    // Refused links stay links.
    open(link.href, {}, link);
    event.preventDefault();
  });
  function mountAll() {
    for (const element of document.querySelectorAll('[data-tidegate="inline"][data-invoice]:empty')) {
      mount(element, element.dataset.invoice);
    }
  }
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', mountAll);
  else mountAll();
})();
