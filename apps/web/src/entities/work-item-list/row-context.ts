import type { Label, WorkItem } from '@cairn/contract'
import type { TFunction } from '#data/i18n.ts'
import type { IconLike } from '#ui/icons/icon.tsx'
import type { Person } from '#ui/people/avatar.tsx'
import type { DisplayProperties } from './list-settings.ts'

/** A state or priority as rows render it: created once per list, not once per row. */
export interface Face {
  label: string
  icon: IconLike | undefined
}

interface Named {
  name: string
}

/**
 * Shared by all rows of a list. One object, so that a row is rendered again only when it changed.
 */
export interface RowContext {
  t: TFunction
  slug: string
  /** Which of the values are shown. */
  shows: DisplayProperties
  identifiers: ReadonlyMap<string, string>
  states: ReadonlyMap<string, Face>
  priorities: ReadonlyMap<string, Face>
  /** Undefined where the item's project uses no types. */
  typeOf: (item: WorkItem) => Face | undefined
  /** Whether a type can be assigned. */
  hasTypes: (item: WorkItem) => boolean
  labels: ReadonlyMap<string, Label>
  people: ReadonlyMap<string, Person>
  cycles: ReadonlyMap<string, Named>
  modules: ReadonlyMap<string, Named>
  /** The label of each estimate point. */
  points: ReadonlyMap<string, string>
  small: boolean
  selects: boolean
  onRename: (item: WorkItem, name: string) => void
  onRenamed: () => void
  /** Makes a row draggable; returns a cleanup function. */
  attachDrag: ((row: HTMLElement) => () => void) | undefined
}
