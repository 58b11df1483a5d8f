import type { Label, WorkItem } from '@cairn/contract'
import type { TFunction } from '#data/i18n.ts'
import type { IconLike } from '#ui/icons/icon.tsx'
import type { Person } from '#ui/people/avatar.tsx'
import type { DisplayProperties } from './list-settings.ts'

/** A state or priority as rows draw it: made once per list, not once per row. */
export interface Face {
  label: string
  icon: IconLike | undefined
}

interface Named {
  name: string
}

/** What all rows of a list share. One object, so that a row is drawn again only when it changed. */
export interface RowContext {
  t: TFunction
  slug: string
  /** Which of the values are shown. */
  shows: DisplayProperties
  identifiers: ReadonlyMap<string, string>
  states: ReadonlyMap<string, Face>
  priorities: ReadonlyMap<string, Face>
  labels: ReadonlyMap<string, Label>
  people: ReadonlyMap<string, Person>
  cycles: ReadonlyMap<string, Named>
  modules: ReadonlyMap<string, Named>
  /** What each point of an estimate says. */
  points: ReadonlyMap<string, string>
  small: boolean
  selects: boolean
  onRename: (item: WorkItem, name: string) => void
  onRenamed: () => void
  /** Makes a row one that can be carried; returns how to undo that. */
  attachDrag: ((row: HTMLElement) => () => void) | undefined
}
