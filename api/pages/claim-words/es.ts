import type { ClaimWords } from './claim-words.ts';

export const es: ClaimWords = {
  title: 'Encontrar un pago',
  intro:
    '¿Ha pagado, pero la tienda no lo ve? Pegue el ID de su transacción. Le decimos qué fue de ella y ' +
    'devolvemos lo que se extravió.',
  transaction: 'ID de la transacción',
  transactionHint: 'Su monedero o exchange lo muestra con el pago. También vale un enlace a un explorador.',
  check: 'Comprobar',
  another: 'Comprobar otra transacción',
  back: 'Volver a la factura',
  sandbox: 'Sandbox: una prueba. No envíe dinero real.',
  gone: 'Esta factura no existe',
  goneText: 'Compruebe el enlace o pregunte a la tienda.',
  trouble: 'No ha funcionado. Vuelva a intentarlo en unos minutos.',
  noTransaction: 'Esto no contiene un ID de transacción: 64 caracteres de 0–9 y a–f.',
  tooMany: 'Demasiados intentos. Vuelva a intentarlo más tarde.',
  expired: 'Ha pasado demasiado tiempo. Compruebe de nuevo la transacción.',
  claimable: 'Su pago está a salvo con nosotros',
  claimableText:
    'Llegó en otra moneda o sin la etiqueta que espera esta factura, así que la tienda no lo tiene. Puede ' +
    'pedir que se le devuelva.',
  unconfirmed: 'Esperando confirmaciones',
  unconfirmedText:
    'La red lo ha confirmado {confirmations} de {required} veces. Compruébelo de nuevo en unos minutos; no se ' +
    'ha perdido nada.',
  failed: 'La transacción no tuvo efecto',
  failedText: 'La red no la ejecutó: su dinero no salió de su monedero, salvo una comisión de red.',
  short: 'Se pagó menos de lo debido',
  shortText:
    'El pago está abonado en esta factura, que espera el resto o la decisión de la tienda. Contacte con la tienda.',
  late: 'El pago llegó después del plazo',
  lateText: 'Está abonado en esta factura. La tienda completa el pedido o le reembolsa. Contacte con la tienda.',
  otherCoin: 'El pago llegó en otra moneda',
  otherCoinText: 'Está abonado en esta factura. La tienda decide si lo reembolsa. Contacte con la tienda.',
  credited: 'El pago está abonado',
  creditedText:
    'Ha llegado a esta factura, así que no hay nada que devolver. Para cualquier duda, contacte con la tienda.',
  tooSmall: 'El pago es demasiado pequeño',
  tooSmallText: 'Lo tenemos, pero las comisiones no dejarían nada que devolver.',
  unsupported: 'Esta moneda no se puede devolver automáticamente',
  unsupportedText: 'Recibimos un token que no admitimos. Nuestro equipo está avisado; contacte también con la tienda.',
  claimed: 'Este pago ya está reclamado',
  claimedText: 'Alguien ha pedido su devolución.',
  notOurs: 'No encontramos ningún pago de esta factura',
  notOursText:
    'La transacción no pagó ninguna dirección de esta factura. Compruebe el ID; si la envió hace pocos ' +
    'minutos, inténtelo pronto de nuevo.',
  unknownYet: 'Todavía no podemos decirlo',
  unknownYetText: 'No hemos leído la red hasta el final. Vuelva a intentarlo en unos minutos.',
  amount: 'Importe recibido',
  fee: 'Comisión de recuperación ({rate})',
  youGet: 'Se devuelve, aprox.',
  claimTitle: '¿Adónde lo enviamos?',
  claimText:
    'Indique una dirección de su propio monedero en {network}. Nuestro equipo revisa cada solicitud; se ' +
    'descuenta la comisión de red del día.',
  address: 'Dirección de {network}',
  tag: 'Etiqueta de destino',
  tagHint: 'Solo si su exchange pide una.',
  email: 'Correo electrónico',
  emailHint: 'Para noticias sobre esta solicitud.',
  send: 'Reclamar este pago',
  badAddress: 'No podemos enviar a esta dirección.',
  badTag: 'Una etiqueta de destino es un número entero.',
  badEmail: 'Indique un correo electrónico.',
  gateClosed: 'Ahora no podemos enviar en esta red. Vuelva a intentarlo más tarde.',
  changed: 'Este pago no se puede reclamar ahora. Compruebe de nuevo la transacción.',
  received: 'Solicitud recibida',
  receivedText: 'Comprobamos la red y después decidimos, normalmente en dos días laborables. Escribiremos a {email}.',
  checking: 'Comprobándose en la red',
  review: 'Esperando a nuestro equipo',
  paying: 'Devolviéndose',
  done: 'Devuelto',
};
