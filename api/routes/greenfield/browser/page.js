// Within the frame of the modal: posts to the shop's page, in BTCPay's messages, that the page has loaded, what became of
// the invoice, and that the payer wants to leave. Display only; shops act on webhooks.
(() => {
  if (window.parent === window) return;
  const invoiceId = location.pathname.split('/').at(-1);
  // The policy of this page lets nobody frame it but the shop, so no other site gets these messages.
  const tell = (message) => window.parent.postMessage(message, '*');
  let last = 'New';

  async function follow() {
    try {
      const answer = await fetch(`/btcpay/invoice/status?id=${encodeURIComponent(invoiceId)}`);
      if (!answer.ok) return;
      const { status } = await answer.json();
      if (status !== last) tell({ invoiceId, status });
      last = status;
    } catch {
      // The network may be away for a while.
    }
  }

  const isOver = () => ['Settled', 'Expired', 'Invalid'].includes(last);
  async function repeat() {
    await follow();
    if (!isOver()) setTimeout(repeat, 3000);
  }

  const close = document.createElement('button');
  close.type = 'button';
  close.textContent = '×';
  close.setAttribute('aria-label', 'Close');
  Object.assign(close.style, {
    position: 'fixed',
    top: '8px',
    right: '8px',
    zIndex: '10',
    width: '44px',
    height: '44px',
    border: '0',
    borderRadius: '50%',
    background: 'rgba(11, 18, 32, 0.72)',
    color: '#fff',
    font: '24px/44px system-ui, sans-serif',
    cursor: 'pointer',
  });
  close.addEventListener('click', () => tell('close'));
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') tell('close');
  });
  document.body.append(close);
  tell('loaded');
  void repeat();
})();
