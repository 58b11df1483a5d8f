import { containsUrl } from '@cairn/contract'
import type { TextKey } from '#data/i18n.ts'

/** Text key of the problem with a name, or undefined. */
export function problemOfFirstName(name: string): TextKey | undefined {
  if (!name.trim()) return 'account.profile.first_name_required'
  return containsUrl(name) ? 'account.profile.first_name_url' : undefined
}

export const problemOfLastName = (name: string): TextKey | undefined =>
  containsUrl(name) ? 'account.profile.last_name_url' : undefined

const MAX_CHARACTERS = 20

export function problemOfDisplayName(name: string): TextKey | undefined {
  if (name === '') return 'account.profile.display_name_required'
  if (name.trim() === '') return 'account.profile.display_name_empty'
  if (name.includes('  ')) return 'account.profile.display_name_spaces'
  const characters = [...name.replaceAll(' ', '')].length
  return characters > MAX_CHARACTERS ? 'account.profile.display_name_long' : undefined
}
