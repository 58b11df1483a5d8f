import type { RelationType } from '@cairn/contract'
import type { MailLanguage } from '#kernel/mail/language.ts'

/** All texts of a notification mail, with values inserted. */
export interface MailWords {
  locale: string
  someone: string
  untitled: string
  none: string
  yes: string
  no: string
  /** Keyed by the activity's field name. */
  properties: Partial<Record<string, string>>
  priorities: Partial<Record<string, string>>
  relations: Record<RelationType, string>
  relation: (what: string, item: string) => string
  relationEnded: (what: string, item: string) => string
  label: string
  assignee: string
  link: string
  added: (what: string, value: string) => string
  removed: (what: string, value: string) => string
  attachmentAdded: string
  attachmentRemoved: string
  archived: string
  restored: string
  commentRemoved: string
  changed: (name: string, moment: string) => string
  mentionedInDescription: (name: string, moment: string) => string
  mentionedInComment: (name: string, moment: string) => string
  commented: (name: string, moment: string) => string
  replied: (name: string, moment: string) => string
  editedComment: (name: string, moment: string) => string
  mentionedInPage: (name: string, page: string) => string
  mentionedInPageComment: (name: string, page: string) => string
  settings: string
}

export const mailWords: Record<MailLanguage, MailWords> = {
  en: {
    locale: 'en-US',
    someone: 'Someone',
    untitled: 'Untitled',
    none: 'none',
    yes: 'yes',
    no: 'no',
    properties: {
      name: 'Name',
      parent: 'Parent',
      priority: 'Priority',
      state: 'State',
      type: 'Type',
      start_date: 'Start date',
      target_date: 'Due date',
      estimate_points: 'Estimate',
      estimate_categories: 'Estimate',
      estimate_time: 'Estimate',
    },
    priorities: {},
    relations: {
      blocked_by: 'Blocked by',
      blocking: 'Blocking',
      duplicate: 'Duplicate of',
      relates_to: 'Related to',
      start_before: 'Starts before',
      start_after: 'Starts after',
      finish_before: 'Finishes before',
      finish_after: 'Finishes after',
    },
    relation: (what, item) => `${what} ${item}`,
    relationEnded: (what, item) => `No longer ${what.toLowerCase()} ${item}`,
    label: 'Label',
    assignee: 'Assignee',
    link: 'Link',
    added: (what, value) => `${what} added: ${value}`,
    removed: (what, value) => `${what} removed: ${value}`,
    attachmentAdded: 'Attachment added',
    attachmentRemoved: 'Attachment removed',
    archived: 'Archived',
    restored: 'Restored',
    commentRemoved: 'Comment removed',
    changed: (name, moment) => `${name} made changes, ${moment}`,
    mentionedInDescription: (name, moment) => `${name} mentioned you in the description, ${moment}`,
    mentionedInComment: (name, moment) => `${name} mentioned you in a comment, ${moment}`,
    commented: (name, moment) => `${name} commented, ${moment}`,
    replied: (name, moment) => `${name} replied, ${moment}`,
    editedComment: (name, moment) => `${name} edited a comment, ${moment}`,
    mentionedInPage: (name, page) => `${name} mentioned you in the page “${page}”.`,
    mentionedInPageComment: (name, page) =>
      `${name} mentioned you in a comment on the page “${page}”.`,
    settings: 'Choose which emails you get:',
  },
  de: {
    locale: 'de-DE',
    someone: 'Jemand',
    untitled: 'Ohne Titel',
    none: 'ohne',
    yes: 'ja',
    no: 'nein',
    properties: {
      name: 'Titel',
      parent: 'Übergeordneter Vorgang',
      priority: 'Priorität',
      state: 'Status',
      type: 'Typ',
      start_date: 'Startdatum',
      target_date: 'Fällig am',
      estimate_points: 'Schätzung',
      estimate_categories: 'Schätzung',
      estimate_time: 'Schätzung',
    },
    priorities: {
      urgent: 'dringend',
      high: 'hoch',
      medium: 'mittel',
      low: 'niedrig',
      none: 'ohne',
    },
    relations: {
      blocked_by: 'Blockiert von',
      blocking: 'Blockiert',
      duplicate: 'Duplikat von',
      relates_to: 'Verwandt mit',
      start_before: 'Beginnt vor',
      start_after: 'Beginnt nach',
      finish_before: 'Endet vor',
      finish_after: 'Endet nach',
    },
    relation: (what, item) => `${what} ${item}`,
    relationEnded: (what, item) => `Nicht mehr: ${what} ${item}`,
    label: 'Label',
    assignee: 'Zuständige Person',
    link: 'Link',
    added: (what, value) => `${what} hinzugefügt: ${value}`,
    removed: (what, value) => `${what} entfernt: ${value}`,
    attachmentAdded: 'Anhang hinzugefügt',
    attachmentRemoved: 'Anhang entfernt',
    archived: 'Archiviert',
    restored: 'Wiederhergestellt',
    commentRemoved: 'Kommentar entfernt',
    changed: (name, moment) => `${name} hat etwas geändert, ${moment}`,
    mentionedInDescription: (name, moment) =>
      `${name} hat dich in der Beschreibung erwähnt, ${moment}`,
    mentionedInComment: (name, moment) => `${name} hat dich in einem Kommentar erwähnt, ${moment}`,
    commented: (name, moment) => `${name} hat kommentiert, ${moment}`,
    replied: (name, moment) => `${name} hat geantwortet, ${moment}`,
    editedComment: (name, moment) => `${name} hat einen Kommentar bearbeitet, ${moment}`,
    mentionedInPage: (name, page) => `${name} hat dich auf der Seite „${page}“ erwähnt.`,
    mentionedInPageComment: (name, page) =>
      `${name} hat dich in einem Kommentar zur Seite „${page}“ erwähnt.`,
    settings: 'Wähle, welche E-Mails du bekommst:',
  },
}
