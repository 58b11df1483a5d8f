import type { State } from '@cairn/contract'
import { StateIcon } from '#ui/icons/state-icon.tsx'

/** The position of a started state among the others decides how full its icon is. */
export function stateIcon<S extends Pick<State, 'group' | 'color'>>(
  state: S,
  states: readonly S[],
  label?: string,
) {
  const started = states.filter(({ group }) => group === 'started')
  return (
    <StateIcon
      group={state.group}
      colour={ownColour(state)}
      position={started.indexOf(state) + 1 || undefined}
      count={started.length}
      label={label}
    />
  )
}

// The colors of new projects are our presets: the theme has better variants than the hex value.
const presets = new Set(['#60646c', '#f59e0b', '#46a758', '#9aa4bc'])

/** The state's custom color; null if the theme has a better one. */
export const ownColour = ({ color }: Pick<State, 'color'>) =>
  !color || presets.has(color.toLowerCase()) ? null : color
