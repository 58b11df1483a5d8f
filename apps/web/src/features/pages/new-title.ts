import type { ProjectPage } from '@cairn/contract'
import { awaitField } from '#ui/controls/typed-ahead.tsx'

let made: string | undefined

/** The user just created a page: text typed from now on goes to its title. */
export function awaitTitle(id: string) {
  made = id
  awaitField()
}

/** Whether the opened page should focus its title; true only once. */
export function takesTitle({ id, name }: Pick<ProjectPage, 'id' | 'name'>): boolean {
  const isMade = made === id
  if (isMade) made = undefined
  return isMade || !name
}
