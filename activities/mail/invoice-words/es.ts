import type { InvoiceWords } from './invoice-words.ts';

export const es: InvoiceWords = {
  labels: {
    reference: 'Referencia',
    total: 'Total',
    due: 'Importe a pagar',
    received: 'Recibido',
    network: 'Red',
    transaction: 'Transacción',
    invoice: 'Factura',
    payer: 'Pagador',
  },
  sandbox: 'Esto es una prueba: no se ha movido dinero real.',
  payer: {
    paid: {
      subject: 'Su pago a {merchant} está completo',
      heading: 'Su pago está completo',
      paragraphs: ['{merchant} ya lo sabe.'],
      link: 'Ver el recibo',
    },
    partly_paid: {
      subject: 'Falta una parte de su pago a {merchant}',
      heading: 'Todavía faltan {missing}',
      paragraphs: [
        'Han llegado {paid} de {due}.',
        'Puede enviar el resto hasta el {until}, a la dirección que muestra la página de la factura.',
      ],
      link: 'Pagar el resto',
    },
    paid_late: {
      subject: 'Su pago a {merchant} llegó tarde',
      heading: 'Su pago llegó tarde',
      paragraphs: [
        'Llegó o se confirmó cuando el plazo de esta factura había terminado. Su dinero está a salvo: {merchant} ya lo sabe y completará el pedido o se lo devolverá.',
        'Por favor, no vuelva a pagar.',
      ],
      link: 'Ver la factura',
    },
    ask: '¿Preguntas sobre su pedido? Diríjase a {merchant}.',
    askAt: '¿Preguntas sobre su pedido? Escriba a {email}.',
    sentFor: 'Este correo lo envía Tidegate, que gestiona los pagos de {merchant}.',
  },
  merchant: {
    'invoice.done': {
      subject: 'Pagada: {invoice}, {total}',
      heading: 'Una factura está pagada',
      paragraphs: ['El importe está abonado en su saldo.'],
    },
    'invoice.overpaid': {
      subject: 'Pagada de más: {invoice}, {total}',
      heading: 'Una factura está pagada, con {excess} de más',
      paragraphs: ['Puede enviar el pedido. El pagador puede pedirle que le devuelva el excedente.'],
    },
    'invoice.partially_paid': {
      subject: 'Pagada en parte: {invoice}, {total}',
      heading: 'Una factura está pagada en parte',
      paragraphs: ['Han llegado {paid} de {due}. El pagador puede enviar el resto hasta el {until}.'],
    },
    'invoice.expired': {
      subject: 'Caducada: {invoice}, {total}',
      heading: 'Una factura ha caducado',
      paragraphs: ['No se confirmó ningún pago a tiempo.'],
    },
    'invoice.expired_paid': {
      subject: 'Decida, por favor: {invoice} se pagó tarde',
      heading: 'Una factura se pagó tarde',
      paragraphs: ['{paid} llegaron o se confirmaron demasiado tarde. Complete la factura o devuelva el dinero.'],
    },
    'invoice.invalid': {
      subject: 'Decida, por favor: {invoice} no se pagó entera',
      heading: 'Una factura no se pagó entera',
      paragraphs: ['Han llegado {paid} de {due}. Complete la factura o devuelva el dinero.'],
    },
    'invoice.error': {
      subject: 'Espere con {invoice}: su pago tiene un problema',
      heading: 'El pago de una factura tiene un problema',
      paragraphs: ['No envíe el pedido hasta que esté resuelto. Nuestro soporte ya lo sabe.'],
    },
    link: 'Abrir la factura',
    why: 'Este correo se envió por las notificaciones del perfil {profile}. Puede elegirlas en Integración, Perfil.',
  },
};
