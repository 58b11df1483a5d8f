import { type AssetKind, attachmentTypes, imageTypes } from '@cairn/contract'
import { badRequest } from '#kernel/http/errors.ts'
import { plainFileName } from '#kernel/storage/disposition.ts'

export const ownKinds: readonly AssetKind[] = ['USER_AVATAR', 'USER_COVER']

/** Pictures inside a text. */
export const textKinds: readonly AssetKind[] = [
  'ISSUE_DESCRIPTION',
  'COMMENT_DESCRIPTION',
  'PAGE_DESCRIPTION',
  'DRAFT_ISSUE_DESCRIPTION',
]
export const projectKinds: readonly AssetKind[] = ['PROJECT_COVER', ...textKinds]
export const workspaceKinds: readonly AssetKind[] = ['WORKSPACE_LOGO', ...projectKinds]

const attachmentKinds: readonly AssetKind[] = ['ISSUE_ATTACHMENT', 'DRAFT_ISSUE_ATTACHMENT']

/** Anyone with the URL of an avatar, cover or logo may see it. */
const openKinds: readonly AssetKind[] = ['WORKSPACE_LOGO', 'PROJECT_COVER', ...ownKinds]
export const isOpen = (kind: AssetKind) => openKinds.includes(kind)

export const invalidKind = () => badRequest({ error: 'Invalid entity type.', status: false })

export function readKind(typed: string | undefined, allowed: readonly AssetKind[]): AssetKind {
  const kind = allowed.find((known) => known === typed)
  if (!kind) throw invalidKind()
  return kind
}

export const invalidPicture = () => {
  const error = 'Invalid file type. Only JPEG, PNG, WebP, JPG and GIF files are allowed.'
  return badRequest({ error, status: false })
}

/** The declared type for a file of this kind. */
export function readType(kind: AssetKind, typed: string | undefined): string {
  if (attachmentKinds.includes(kind)) {
    if (typed && attachmentTypes.includes(typed)) return typed
    throw badRequest({ error: 'Invalid file type.', status: false })
  }
  const type = typed ?? 'image/jpeg'
  if (!imageTypes.includes(type)) throw invalidPicture()
  return type
}

/** Some browsers use another name for this type. */
export const servedType = (type: string) => (type === 'image/jpg' ? 'image/jpeg' : type)

/** The user's file name, safe for display and download. */
export function readFileName(typed = ''): string {
  const last = typed.split(/[/\\]/).at(-1) ?? ''
  const name = plainFileName(last).replaceAll('..', '').replace(/^\.+/, '').trim()
  return name || 'unnamed'
}

interface Addressed {
  id: string
  entity_type: AssetKind
  project_id: string | null
  work_item_id: string | null
}

/** The URL browsers request the file at. */
export function addressOf(asset: Addressed, slug: string): string | null {
  const { id, entity_type, project_id, work_item_id } = asset
  const workspace = `/api/assets/v2/workspaces/${slug}/`
  const project = project_id ? `${workspace}projects/${project_id}/` : workspace
  if (isOpen(entity_type)) return `/api/assets/v2/static/${id}/`
  if (entity_type === 'DRAFT_ISSUE_ATTACHMENT') return null
  if (entity_type === 'ISSUE_ATTACHMENT')
    return `${project}issues/${work_item_id}/attachments/${id}/`
  return `${project}${id}/`
}
