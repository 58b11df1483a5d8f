import type { FlowState } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { readable } from './insight-colours.ts'

/** A state as drawn, and its position in the rows of numbers. */
export interface NamedState {
  key: string
  name: string
  colour: string
  index: number
}

/** A group has no name and color of its own. */
export function useFlowStates(states: readonly FlowState[]): NamedState[] {
  const { t } = useTranslation()
  return states.map(({ key, name, color, group }, index) => ({
    ...{ key, index, name: name || t(`states.group.${group}`) },
    colour: color ? readable(color) : `var(--state-${group})`,
  }))
}
