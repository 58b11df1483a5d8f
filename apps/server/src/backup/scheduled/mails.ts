import type { BackupProblem } from '@cairn/contract'
import { letterIn } from '#features/account/service.ts'
import type { MailLanguage } from '#kernel/mail/language.ts'

const reasons: Record<MailLanguage, Record<BackupProblem, string>> = {
  en: {
    disk_full: "There's no space left where backups are stored. Free some space or add a disk.",
    folder_missing: "The backup folder doesn't exist. Check whether its disk is mounted.",
    folder_not_writable: "The server can't write to the backup folder. Check its permissions.",
    folder_inside_data: 'The backup folder is inside a folder of the server. Choose another one.',
    bucket_missing: 'The server has no bucket. Choose a folder, or configure a bucket.',
    bucket_unreachable: "The bucket doesn't answer. Check its address and the network.",
    bucket_refused: 'The bucket refused the backup. Check its keys and permissions.',
    too_large: 'The backup is larger than 5 TB, which a bucket does not take. Choose a folder.',
    not_verified: "The backup couldn't be read back. Check the disk.",
    passphrase_unreadable: "The passphrase can't be read with the server's key. Enter it again.",
    interrupted: 'The server stopped while the backup was written.',
    unexpected: "Something went wrong. The server's log has the details.",
  },
  de: {
    disk_full:
      'Am Speicherort der Sicherungen ist kein Platz mehr. Schaffe Platz oder ergänze eine Platte.',
    folder_missing:
      'Den Ordner für Sicherungen gibt es nicht. Prüfe, ob seine Platte eingehängt ist.',
    folder_not_writable:
      'Der Server kann nicht in den Ordner für Sicherungen schreiben. Prüfe die Rechte.',
    folder_inside_data:
      'Der Ordner für Sicherungen liegt in einem Ordner des Servers. Wähle einen anderen.',
    bucket_missing:
      'Der Server hat keinen Bucket. Wähle einen Ordner oder richte einen Bucket ein.',
    bucket_unreachable: 'Der Bucket antwortet nicht. Prüfe seine Adresse und das Netz.',
    bucket_refused: 'Der Bucket hat die Sicherung abgelehnt. Prüfe Schlüssel und Rechte.',
    too_large:
      'Die Sicherung ist größer als 5 TB, so große nimmt ein Bucket nicht an. Wähle einen Ordner.',
    not_verified: 'Die Sicherung ließ sich nicht zurücklesen. Prüfe die Platte.',
    passphrase_unreadable:
      'Die Passphrase lässt sich mit dem Schlüssel des Servers nicht lesen. Gib sie neu ein.',
    interrupted: 'Der Server wurde beendet, während die Sicherung geschrieben wurde.',
    unexpected: 'Etwas ist schiefgelaufen. Einzelheiten stehen im Protokoll des Servers.',
  },
}

export interface Failed {
  problem: BackupProblem
  detail: string | null
  link: string
}

export const failedMail = (
  to: string,
  { problem, detail, link }: Failed,
  language: MailLanguage,
) => {
  const said = detail ? [detail] : []
  return letterIn(to, language, {
    en: {
      subject: 'The scheduled backup of Cairn failed',
      paragraphs: [
        `The scheduled backup wasn't made. ${reasons.en[problem]}`,
        ...said,
        'Earlier backups were not deleted. Settings and all backups are here:',
        link,
      ],
    },
    de: {
      subject: 'Die geplante Sicherung von Cairn ist fehlgeschlagen',
      paragraphs: [
        `Die geplante Sicherung wurde nicht erstellt. ${reasons.de[problem]}`,
        ...said,
        'Frühere Sicherungen wurden nicht gelöscht. Einstellungen und alle Sicherungen findest du hier:',
        link,
      ],
    },
  })
}
