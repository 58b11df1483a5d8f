import type { WorkItem } from '@cairn/contract'
import type { TFunction } from '#data/i18n.ts'
import type { DisplayProperties } from '#entities/work-item-list/list-settings.ts'
import type { ItemFaces } from '#entities/work-item-list/use-item-faces.tsx'
import type { CardPosition } from './board-positions.ts'

/**
 * What all cards of a board share. One object, so that a card is rendered again only when it
 * changed.
 */
export interface CardContext {
  t: TFunction
  slug: string
  shows: DisplayProperties
  faces: ItemFaces
  /** The columns or lanes already show the state. */
  hidesState: boolean
  /** There is no hover on touch: all buttons are always visible. */
  small: boolean
  canChange: (item: WorkItem) => boolean
  /** Makes a card draggable; returns a cleanup function. */
  attachDrag: ((card: HTMLElement) => () => void) | undefined
  onDrawn: (card: HTMLElement, place: CardPosition) => void
}
