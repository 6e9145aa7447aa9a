// The modal of shop plugins written for BTCPay Server: the same `window.btcpay`, written for Tidegate's payment page.
(() => {
  const script = document.currentScript;
  let prefix = script?.src ? script.src.replace(/\/modal\/btcpay\.js(\?.*)?$/, '') : '';
  let frame = null;
  let focused = null;
  let onWillEnter = () => {};
  let onWillLeave = () => {};
  let onMessage = () => {};

  const originOf = (url) => new URL(url, location.href).origin;
  const isShown = () => frame !== null && frame.style.display === 'block';

  function makeFrame() {
    const made = document.createElement('iframe');
    made.name = 'btcpay';
    made.title = 'Payment';
    made.setAttribute('class', 'btcpay');
    made.setAttribute('allowtransparency', 'true');
    made.setAttribute('allow', 'clipboard-read; clipboard-write');
    Object.assign(made.style, {
      position: 'fixed',
      inset: '0',
      width: '100%',
      height: '100%',
      border: '0',
      zIndex: '2000',
      display: 'none',
      background: 'rgba(0, 0, 0, 0.3)',
    });
    return made;
  }

  function setApiUrlPrefix(url) {
    prefix = String(url).replace(/\/+$/, '');
  }

  function appendInvoiceFrame(invoiceId, params) {
    if (frame === null) {
      frame = makeFrame();
      document.body.appendChild(frame);
    }
    const query = new URLSearchParams({ id: invoiceId, view: 'modal' });
    if (params?.animateEntrance === false) query.set('animateEntrance', 'false');
    frame.src = `${prefix}/invoice?${query}`;
    return frame;
  }

  function showFrame() {
    if (frame === null || isShown()) return;
    onWillEnter();
    frame.style.display = 'block';
    // The keyboard goes on within the modal, and afterwards where it was.
    focused = document.activeElement;
    frame.focus();
  }

  function hideFrame() {
    if (frame === null || !isShown()) return;
    onWillLeave();
    frame.style.display = 'none';
    frame.src = 'about:blank';
    focused?.focus?.();
  }

  function showInvoice(invoiceId, params) {
    appendInvoiceFrame(invoiceId, params);
    showFrame();
  }

  window.addEventListener('message', (event) => {
    // Only the payment page in our own frame may close it, or say that something was paid.
    if (frame === null || event.source !== frame.contentWindow || event.origin !== originOf(prefix)) return;
    const { data } = event;
    // Those are for pages that embed it by Tidegate's own script; plugins know BTCPay's messages only.
    if (data?.source === 'tidegate') return;
    if (data === 'loaded') showFrame();
    else if (data === 'close') hideFrame();
    else if (
      typeof data?.open === 'string' &&
      /^[a-z][a-z0-9.+-]*:/i.test(data.open) &&
      !/^javascript:/i.test(data.open)
    ) {
      location.assign(data.open);
    }
    onMessage(event);
  });

  window.btcpay = {
    setApiUrlPrefix,
    showInvoice,
    showFrame,
    hideFrame,
    appendInvoiceFrame,
    onModalWillEnter: (callback) => {
      onWillEnter = callback;
    },
    onModalWillLeave: (callback) => {
      onWillLeave = callback;
    },
    onModalReceiveMessage: (callback) => {
      onMessage = callback;
    },
  };
})();
