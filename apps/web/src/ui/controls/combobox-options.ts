import type { Option } from './combobox.tsx'

/** Value of the entry that offers to create what was typed. */
export const createValue = 'create '

const normalise = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** Every typed word must begin somewhere in the name or the keywords; accents do not matter. */
export function matches(option: Option, typed: string): boolean {
  const text = normalise(`${option.label} ${option.keywords ?? ''} ${option.hint ?? ''}`)
  return normalise(typed)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** Options sorted into their groups, groups in order of their first option. */
export function inGroups(options: readonly Option[]): { group: string; items: Option[] }[] {
  const groups = new Map<string, Option[]>()
  for (const option of options) {
    const group = option.group ?? ''
    const members = groups.get(group)
    if (members) members.push(option)
    else groups.set(group, [option])
  }
  return [...groups].map(([group, items]) => ({ group, items }))
}

export const canCreate = (options: readonly Option[], typed: string) =>
  typed.trim() !== '' &&
  !options.some((option) => normalise(option.label) === normalise(typed.trim()))
