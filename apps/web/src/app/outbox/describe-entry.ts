import {
  type Attachment,
  type Cycle,
  type Draft,
  type HeardComment,
  lookup,
  type Module,
  type NewDraft,
  type RelationType,
  type Sticky,
  type WorkItem,
  type WorkItemLink,
} from '@cairn/contract'
import { t } from '#data/i18n.ts'
import type { OutboxEntry } from '#data/outbox-state.ts'
import { queryClient } from '#data/query-client.ts'
import { cyclesIn } from '#entities/cycle/cycle-list.ts'
import { modulesIn } from '#entities/module/module-list.ts'
import type { ItemPatch, NewItem } from '#entities/work-item/item-patch.ts'
import type { ItemAction } from '#entities/work-item-list/item-action.ts'
import { knownItem } from '#entities/work-item-list/shown-items.ts'
import { keyIn, valueText } from '#entities/work-item-list/undo-messages.ts'
import { type Field, fields } from '#entities/work-item-list/undo-values.ts'
import { counted } from '#ui/platform/number.ts'

/** A stored change as text: its subject and what it does. */
export interface Described {
  /** "TRAIL-94", "New" */
  key?: string | undefined
  title: string
  group?: WorkItem['state__group'] | undefined
  /** "State: Todo → In Progress" */
  changes: readonly string[]
  /** The written text: it can be copied if it cannot be sent. */
  text?: string | undefined
}

const textIn = (html: string) =>
  new DOMParser().parseFromString(html, 'text/html').body.textContent.trim()

const quoted = (text: string) => (text.length > 80 ? `${text.slice(0, 80).trimEnd()}…` : text)

const isField = (field: string): field is Field => fields.some((one) => one === field)

/** The value of a work item field, for a sentence. */
export const fieldValue = (slug: string, item: WorkItem, field: string, value: unknown) =>
  isField(field) ? (valueText(slug, item, field, value) ?? t('outbox.changed_value')) : ''

function fieldChange(slug: string, item: WorkItem, patch: ItemPatch, field: Field): string {
  const name = t(`outbox.field.${field}`)
  const [before, after] = [item[field], patch[field]].map((value) =>
    valueText(slug, item, field, value),
  )
  if (!after) return name
  return before
    ? t('outbox.from_to', { field: name, before, after })
    : t('outbox.to', { field: name, after })
}

const itemOf = (slug: string, item: WorkItem) => ({
  key: item.sequence_id > 0 ? keyIn(slug, item) : t('work_items.new'),
  title: item.name,
  group: item.state__group,
})

interface ItemScope {
  slug: string
  id: string
}

function commentOn({ slug, id }: ItemScope, words: string, html?: string): Described {
  const item = knownItem(slug, id)
  const text = html === undefined ? undefined : textIn(html)
  return {
    ...(item ? itemOf(slug, item) : { title: t('outbox.comment_title') }),
    changes: [text === undefined ? words : `${words}: “${quoted(text)}”`],
    text,
  }
}

function fileOf({ slug, id }: ItemScope, change: string): Described {
  const item = knownItem(slug, id)
  return { ...(item ? itemOf(slug, item) : { title: t('outbox.file_title') }), changes: [change] }
}

function linkOf({ slug, id }: ItemScope, change: string, url?: string): Described {
  const item = knownItem(slug, id)
  return {
    ...(item ? itemOf(slug, item) : { title: t('outbox.link_title') }),
    changes: [url === undefined ? change : `${change}: ${quoted(url)}`],
    text: url,
  }
}

type Named = Pick<WorkItem, 'id' | 'project_id' | 'sequence_id' | 'name'>

interface RelationChange {
  own: Named
  type: RelationType
  others: readonly Named[]
}

function relationOf(
  slug: string,
  { own, type, others }: RelationChange,
  action: 'added' | 'removed',
): Described {
  const known = knownItem(slug, own.id)
  const name = relationName(type)
  const keys = others.map((other) => keyIn(slug, other)).join(', ')
  return {
    ...(known ? itemOf(slug, known) : { key: keyIn(slug, own), title: own.name }),
    changes: [t(`outbox.relation_${action}`, { name, items: keys })],
  }
}

const isOffered = (type: RelationType): type is 'blocking' =>
  ['relates_to', 'duplicate', 'blocked_by', 'blocking'].includes(type)

const relationName = (type: RelationType) =>
  isOffered(type) ? t(`relations.types.${type}`) : t('outbox.relation')

function note({ name, description_html }: Partial<Sticky>, change: string): Described {
  const text = description_html ? textIn(description_html) : ''
  const title = name || text.split('\n')[0] || t('outbox.sticky')
  return { title: quoted(title), changes: [change], text: text || undefined }
}

interface Scope {
  slug: string
  project_id: string
}

interface Plan {
  id: string
  patch: { name?: string }
}

const cycleNamed = (scope: Scope, id: string) =>
  queryClient.getQueryData(cyclesIn(scope).queryKey)?.find((one) => one.id === id)?.name
const moduleNamed = (scope: Scope, id: string) =>
  queryClient.getQueryData(modulesIn(scope).queryKey)?.find((one) => one.id === id)?.name

type Describe = (variables: never, scope: never) => Described

const describers: Record<string, Describe> = {
  'work-item.change': ({ item, patch }: { item: WorkItem; patch: ItemPatch }, slug: string) => {
    const changed = fields.filter((field) => patch[field] !== undefined && field !== 'sort_order')
    const changes = changed.map((field) => fieldChange(slug, item, patch, field))
    const { description_html, name } = patch
    return {
      ...itemOf(slug, item),
      changes: [
        ...changes,
        ...(description_html === undefined ? [] : [t('outbox.description')]),
        ...(changes.length === 0 && patch.sort_order !== undefined ? [t('outbox.moved')] : []),
      ],
      text: description_html ? textIn(description_html) : name,
    }
  },
  'work-item.create': ({ draft, body }: { draft: WorkItem; body: NewItem }, slug: string) => {
    const { name: _name, state_id: _state, description_html, ...rest } = body
    const given = Object.values(rest).filter(
      (value) => value !== undefined && value !== null && !(Array.isArray(value) && !value.length),
    )
    return {
      ...itemOf(slug, draft),
      changes: [
        given.length > 0 ? t('outbox.created_with', counted(given.length)) : t('outbox.created'),
      ],
      text: [draft.name, description_html && textIn(description_html)].filter(Boolean).join('\n'),
    }
  },
  'work-item.act': (
    { item }: { item: WorkItem },
    { slug, action }: { slug: string; action: ItemAction },
  ) => ({ ...itemOf(slug, item), changes: [t(`outbox.act.${action}`)] }),
  'work-item.change-many': (
    { items, properties }: { items: WorkItem[]; properties: ItemPatch },
    slug: string,
  ) => {
    const [first] = items
    const changed = fields.filter((field) => properties[field] !== undefined)
    return {
      title: t('undo.items', counted(items.length)),
      changes: first ? changed.map((field) => t(`outbox.field.${field}`)) : [],
      ...(first && items.length === 1 && itemOf(slug, first)),
    }
  },
  'work-item.end-many': (items: WorkItem[], { action }: { action: 'archive' | 'remove' }) => ({
    title: t('undo.items', counted(items.length)),
    changes: [t(`outbox.act.${action}`)],
  }),
  'work-item.parent': (
    { items, parent }: { items: WorkItem[]; parent: Named | null },
    slug: string,
  ) => {
    const [first] = items
    const field = t('outbox.field.parent_id')
    const after = parent ? keyIn(slug, parent) : t('undo.none')
    return {
      title: t('undo.items', counted(items.length)),
      changes: [t('outbox.to', { field, after })],
      ...(first && items.length === 1 && itemOf(slug, first)),
    }
  },
  'link.create': ({ thing: { url } }: { thing: WorkItemLink }, scope: ItemScope) =>
    linkOf(scope, t('outbox.link'), url),
  'link.change': ({ patch: { url } }: { patch: { url?: string } }, scope: ItemScope) =>
    linkOf(scope, t('outbox.link_edited'), url),
  'link.remove': (_id: string, scope: ItemScope) => linkOf(scope, t('outbox.link_deleted')),
  'relation.add': (change: RelationChange, slug: string) => relationOf(slug, change, 'added'),
  'relation.remove': (change: RelationChange, slug: string) => relationOf(slug, change, 'removed'),
  'comment.create': ({ draft }: { draft: HeardComment }, scope: ItemScope) =>
    commentOn(scope, t('outbox.comment'), draft.comment_html),
  'comment.change': ({ comment_html }: { comment_html: string }, scope: ItemScope) =>
    commentOn(scope, t('outbox.comment_edited'), comment_html),
  'comment.remove': (_id: string, scope: ItemScope) =>
    commentOn(scope, t('outbox.comment_deleted')),
  'attachment.create': ({ draft }: { draft: Attachment }, scope: ItemScope) =>
    fileOf(scope, t('outbox.file', { name: draft.attributes.name })),
  'attachment.remove': (_id: string, scope: ItemScope) => fileOf(scope, t('outbox.file_deleted')),
  'sticky.create': (sticky: Sticky) => note(sticky, t('outbox.created')),
  'sticky.change': ({ patch }: { patch: Partial<Sticky> }) => note(patch, t('outbox.edited')),
  'sticky.remove': () => note({}, t('outbox.act.remove')),
  'draft.create': ({ draft }: { draft: Draft }) => draftChange(draft.name, t('outbox.created')),
  'draft.replace': ({ body }: { body: NewDraft }) => draftChange(body.name, t('outbox.edited')),
  'draft.change': ({ patch }: { patch: ItemPatch }) => draftChange(patch.name, t('outbox.edited')),
  'draft.remove': () => draftChange(undefined, t('outbox.act.remove')),
  'cycle.create': ({ thing }: { thing: Cycle }) => plan(thing.name, 'cycle', t('outbox.created')),
  'cycle.change': ({ id, patch }: Plan, scope: Scope) =>
    plan(patch.name ?? cycleNamed(scope, id), 'cycle', t('outbox.edited')),
  'cycle.remove': (id: string, scope: Scope) =>
    plan(cycleNamed(scope, id), 'cycle', t('outbox.act.remove')),
  'module.create': ({ thing }: { thing: Module }) =>
    plan(thing.name, 'module', t('outbox.created')),
  'module.change': ({ id, patch }: Plan, scope: Scope) =>
    plan(patch.name ?? moduleNamed(scope, id), 'module', t('outbox.edited')),
  'module.remove': (id: string, scope: Scope) =>
    plan(moduleNamed(scope, id), 'module', t('outbox.act.remove')),
}

const draftChange = (name: string | null | undefined, change: string): Described => ({
  key: t('outbox.draft'),
  title: name ?? '',
  changes: [change],
  text: name ?? undefined,
})

const plan = (name: string | undefined, kind: 'cycle' | 'module', change: string): Described => ({
  key: t(`outbox.${kind}`),
  title: name ?? '',
  changes: [change],
})

export function describeEntry({ name, variables, scope }: OutboxEntry): Described {
  const describe = lookup(describers, name)
  try {
    return describe?.(variables as never, scope as never) ?? { title: name, changes: [] }
  } catch {
    // Stored by another version of the application.
    return { title: name, changes: [] }
  }
}
