import { ACCESS_WORDS } from './access.ts';
import type { AccountWords } from './account-words.ts';
import { MONEY_WORDS } from './money.ts';
import { TEAM_WORDS } from './team.ts';
import { VERIFICATION_WORDS } from './verification.ts';
import { WITHDRAWAL_WORDS } from './withdrawals.ts';

const unknown = 'Si no ha sido usted, restablezca su contraseña de inmediato y contacte con nuestro soporte.';
const ignore = 'Si no lo ha solicitado, ignore este correo: sin el código no ocurre nada.';

export const es: AccountWords = {
  codeHint: 'El código vale 10 minutos y una sola vez. Nunca lo pedimos por teléfono ni por correo.',
  labels: { browser: 'Navegador', ip: 'Dirección IP', time: 'Hora', inviter: 'Invitado por', company: 'Equipo' },
  footer: 'Tidegate ha enviado este correo en relación con su cuenta.',
  mails: {
    ...VERIFICATION_WORDS.es,
    ...MONEY_WORDS.es,
    ...WITHDRAWAL_WORDS.es,
    ...ACCESS_WORDS.es,
    ...TEAM_WORDS.es,
    sign_up_code: {
      subject: 'Confirme su dirección de correo',
      heading: 'Confirme su dirección de correo',
      paragraphs: ['Introduzca este código para terminar el registro.', ignore],
    },
    already_registered: {
      subject: 'Ya tiene una cuenta',
      heading: 'Ya tiene una cuenta',
      paragraphs: [
        'Alguien ha pedido una cuenta con esta dirección de correo, pero ya existe una. Inicie sesión con ella o restablezca su contraseña si la ha olvidado.',
        'Si no ha sido usted, no tiene que hacer nada.',
      ],
    },
    verify_email_code: {
      subject: 'Confirme su dirección de correo',
      heading: 'Confirme su dirección de correo',
      paragraphs: ['Introduzca este código para confirmar que este buzón es suyo.', ignore],
    },
    first_password: {
      subject: 'Establezca su contraseña',
      heading: 'Hemos recibido su solicitud',
      paragraphs: [
        'Establezca su primera contraseña para abrir su cuenta. El enlace funciona una vez y durante 7 días.',
      ],
      link: 'Establecer contraseña',
    },
    new_device_code: {
      subject: 'Confirme su nuevo dispositivo',
      heading: 'Confirme su nuevo dispositivo',
      paragraphs: [
        'Alguien inicia sesión con su contraseña desde un navegador que no conocemos. Introduzca este código si es usted.',
        unknown,
      ],
    },
    signed_in: {
      subject: 'Nuevo inicio de sesión en su cuenta',
      heading: 'Nuevo inicio de sesión en su cuenta',
      paragraphs: [unknown],
    },
    reset_code: {
      subject: 'Restablezca su contraseña',
      heading: 'Restablezca su contraseña',
      paragraphs: [
        'Introduzca este código en el navegador donde lo solicitó, o elija una contraseña nueva con el enlace. El enlace funciona una vez, durante un día.',
        ignore,
      ],
      link: 'Elegir una contraseña nueva',
    },
    password_changed: {
      subject: 'Se ha cambiado su contraseña',
      heading: 'Se ha cambiado su contraseña',
      paragraphs: ['Se ha cerrado la sesión en todos los demás navegadores.', unknown],
    },
    email_code: {
      subject: 'Confirme el cambio de su dirección de correo',
      heading: 'Confirme el cambio de su dirección de correo',
      paragraphs: [
        'La dirección de su cuenta va a ser {email}. El cambio requiere los códigos enviados a ambas direcciones.',
        ignore,
      ],
    },
    email_changed: {
      subject: 'Se ha cambiado su dirección de correo',
      heading: 'Se ha cambiado su dirección de correo',
      paragraphs: [
        'La dirección de su cuenta es ahora {email}.',
        'Si no ha sido usted, contacte de inmediato con nuestro soporte.',
      ],
    },
    two_fa_code: {
      subject: 'Activar la autenticación en dos pasos',
      heading: 'Activar la autenticación en dos pasos',
      paragraphs: ['Introduzca este código junto con el de su aplicación de autenticación.', ignore],
    },
    two_fa_enabled: {
      subject: 'La autenticación en dos pasos está activada',
      heading: 'La autenticación en dos pasos está activada',
      paragraphs: [
        'A partir de ahora, para iniciar sesión hace falta un código de su aplicación de autenticación. Guarde los códigos de recuperación en un lugar seguro.',
        unknown,
      ],
    },
    two_fa_disabled: {
      subject: 'La autenticación en dos pasos está desactivada',
      heading: 'La autenticación en dos pasos está desactivada',
      paragraphs: ['Ahora basta su contraseña para iniciar sesión.', unknown],
    },
    recovery_code_used: {
      subject: 'Se ha usado un código de recuperación',
      heading: 'Se ha usado un código de recuperación',
      paragraphs: [
        'Un código de recuperación ha sustituido a su aplicación de autenticación. No funciona una segunda vez.',
        unknown,
      ],
    },
    deletion_requested: {
      subject: 'Su cuenta se eliminará',
      heading: 'Su cuenta se eliminará',
      paragraphs: [
        'Su cuenta está marcada para su eliminación y nuestro soporte la completará. Hasta entonces puede retirar la solicitud: escriba a nuestro soporte. Después no se puede deshacer.',
        'Si no fue nadie de su equipo, contacte de inmediato con nuestro soporte.',
      ],
    },
    deletion_withdrawn: {
      subject: 'Conserva su cuenta',
      heading: 'Su cuenta no se eliminará',
      paragraphs: ['La solicitud de eliminar su cuenta se ha retirado. Puede iniciar sesión como antes.', unknown],
    },
    account_deleted: {
      subject: 'Su cuenta se ha eliminado',
      heading: 'Su cuenta se ha eliminado',
      paragraphs: [
        'Su cuenta se ha eliminado y no se puede restaurar. Hemos borrado sus datos de acceso y los datos personales de su equipo.',
        'Conservamos lo que la ley nos obliga a guardar, como asientos, facturas y los documentos de su verificación.',
      ],
    },
    team_invited: {
      subject: 'Le han invitado a un equipo',
      heading: 'Le han invitado a un equipo',
      paragraphs: [
        'Le han invitado a un equipo en Tidegate, como {role}. Los nombres de abajo son los que escribió el remitente; Tidegate no los ha comprobado.',
        'El enlace se abre una sola vez y durante 7 días. Si no sabe quién es, ignore este correo.',
      ],
      link: 'Aceptar la invitación',
    },
    team_role_changed: {
      subject: 'Su rol ha cambiado',
      heading: 'Su rol ha cambiado',
      paragraphs: [
        'En el equipo de {company} ahora es {role}. Se ha cerrado su sesión; cuando vuelva a entrar podrá hacer otras cosas.',
        '¿Preguntas? Hable con un admin de su equipo.',
      ],
    },
    team_blocked: {
      subject: 'Su acceso ha sido bloqueado',
      heading: 'Su acceso ha sido bloqueado',
      paragraphs: [
        'Un admin ha bloqueado su acceso a la cuenta de {company}. Se han cerrado todas sus sesiones.',
        '¿Preguntas? Hable con un admin de su equipo.',
      ],
    },
    team_activated: {
      subject: 'Su acceso vuelve a estar abierto',
      heading: 'Su acceso vuelve a estar abierto',
      paragraphs: ['Un admin ha desbloqueado su acceso a la cuenta de {company}. Puede entrar como antes.'],
    },
    team_two_fa_reset: {
      subject: 'Se ha restablecido su autenticación en dos pasos',
      heading: 'Se ha restablecido su autenticación en dos pasos',
      paragraphs: [
        'Un admin de {company} ha desactivado su autenticación en dos pasos y se han cerrado todas sus sesiones. Entre con su contraseña y vuelva a activarla en sus ajustes.',
        'Si no lo ha pedido, hable enseguida con su admin.',
      ],
    },
    team_removed: {
      subject: 'Le han quitado de un equipo',
      heading: 'Le han quitado de un equipo',
      paragraphs: ['Un admin le ha quitado del equipo de {company}. Ya no puede entrar con esta dirección.'],
    },
    scheduled_report: {
      subject: 'Su informe programado {report}',
      heading: 'Su informe programado está listo',
      paragraphs: [
        'El informe {report} de {days} se puede descargar. El enlace pide iniciar sesión; solo las personas de su equipo pueden abrirlo.',
        'Recibe este correo porque el informe se programó para usted. Para detenerlo, abra {stop}',
      ],
      link: 'Descargar el informe',
    },
    report_ready: {
      subject: 'Su informe {report}',
      heading: 'Su informe está listo',
      paragraphs: [
        'El informe {report} se puede descargar. El enlace pide iniciar sesión; solo las personas de su equipo pueden abrirlo.',
      ],
      link: 'Descargar el informe',
    },
  },
};
