import { isTimezone } from '@cairn/calendar'
import { builtInCovers, GUEST, type NewProject, type ProjectPatch } from '@cairn/contract'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { isSafeLink } from '#kernel/html/safe-link.ts'
import { badRequest, conflict, duplicate } from '#kernel/http/errors.ts'
import { roleOfColleague } from './queries.ts'

const identifierSentence = 'The project identifier is already taken'
const nameSentence = 'The project name is already taken'

export const takenAtCreation = {
  identifier: conflict({
    identifier: identifierSentence,
    code: 'PROJECT_IDENTIFIER_ALREADY_EXIST',
  }),
  name: conflict({ name: nameSentence, code: 'PROJECT_NAME_ALREADY_EXIST' }),
}
export const takenAtChange = {
  identifier: conflict({ identifier: identifierSentence }),
  name: conflict({ name: nameSentence }),
}
type Taken = typeof takenAtCreation

/**
 * The identifier's index was created first and is checked first: its error wins when both collide.
 */
export const refuseTaken =
  ({ identifier, name }: Taken) =>
  (error: unknown): never => {
    try {
      return duplicate('projects_identifier_key', identifier)(error)
    } catch (other) {
      return duplicate('projects_name_key', name)(other)
    }
  }

export const readIdentifier = (typed: string) => typed.trim().toUpperCase()

function readName(typed: string): string {
  const name = typed.trim()
  if (!name) throw badRequest({ name: ['This field may not be blank.'] })
  return name
}

function readTimezone(name: string): string {
  if (!isTimezone(name)) throw badRequest({ timezone: [`"${name}" is not a valid choice.`] })
  return name
}

/** A built-in picture or a web URL; an uploaded cover is no longer shown then. */
function readCover(typed: string | null) {
  if (!typed) return { cover_image: null }
  const link = builtInCovers.includes(typed) ? typed : isSafeLink(typed)
  const isPicture = link && (builtInCovers.includes(link) || /^https?:/i.test(link))
  if (!isPicture) throw badRequest({ cover_image: ['Enter a valid URL.'] })
  return { cover_image: link, cover_image_asset_id: null }
}

export function refuseReversed(
  start: string | null | undefined,
  target: string | null | undefined,
) {
  if (start && target && start > target) {
    throw badRequest({ non_field_errors: ['Start date cannot exceed target date'] })
  }
}

export const refusePk = (field: string, id: string) =>
  badRequest({ [field]: [`Invalid pk "${id}" - object does not exist.`] })

/** Guests cannot be assigned: a guest's id is ignored. */
async function readPerson(db: Db, member: Member, field: string, id: string | null | undefined) {
  if (!id) return id
  const role = await roleOfColleague(db, member, id)
  if (!role) throw refusePk(field, id)
  return role === GUEST ? undefined : id
}

/** Converts the older logo fields; undefined: not given. */
function olderLogo({ emoji, icon_prop }: ProjectPatch) {
  if (emoji) {
    // They send the character code.
    const code = /^\d{1,7}$/.test(emoji) ? Number(emoji) : 0
    const isSign = code >= 0x20_00 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff)
    return { in_use: 'emoji', emoji: { value: isSign ? String.fromCodePoint(code) : emoji } }
  }
  const { name, color } = icon_prop ?? {}
  return typeof name === 'string' ? { in_use: 'icon', icon: { name, color } } : undefined
}

/** The columns to change; `taken` is thrown for a blank identifier. */
export async function readFields(db: Db, member: Member, body: ProjectPatch, taken: Taken) {
  const {
    name,
    identifier,
    timezone,
    cover_image,
    project_lead,
    default_assignee,
    logo_props,
    icon_prop,
    inbox_view,
    default_state,
    estimate,
    type_ids,
    default_type,
    ...plain
  } = body
  if (identifier !== undefined && !readIdentifier(identifier)) throw taken.identifier
  const lead = await readPerson(db, member, 'project_lead', project_lead)
  const assignee = await readPerson(db, member, 'default_assignee', default_assignee)
  const logo = logo_props ?? olderLogo(body)
  return {
    ...plain,
    ...(name !== undefined && { name: readName(name) }),
    ...(identifier !== undefined && { identifier: readIdentifier(identifier) }),
    ...(timezone !== undefined && { timezone: readTimezone(timezone) }),
    ...(cover_image !== undefined && readCover(cover_image)),
    ...(inbox_view !== undefined && { intake_view: inbox_view }),
    ...(logo !== undefined && { logo_props: JSON.stringify(logo) }),
    ...(icon_prop !== undefined && { icon_prop: icon_prop && JSON.stringify(icon_prop) }),
    ...(lead !== undefined && { project_lead_id: lead }),
    ...(assignee !== undefined && { default_assignee_id: assignee }),
  }
}

export const readNewFields = async (db: Db, member: Member, wanted: NewProject) => ({
  ...(await readFields(db, member, wanted, takenAtCreation)),
  name: readName(wanted.name),
  identifier: readIdentifier(wanted.identifier),
})
