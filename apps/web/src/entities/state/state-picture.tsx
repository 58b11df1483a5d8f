import type { State } from '@cairn/contract'
import { StateIcon } from '#ui/icons/state-icon.tsx'

/** Where a started state stands among the others decides how full its stone is. */
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

// The colours every new project gets are our presets: the theme knows them better than a hex.
const presets = new Set(['#60646c', '#f59e0b', '#46a758', '#9aa4bc'])

/** The colour people gave a state; null where the theme has a better one. */
export const ownColour = ({ color }: Pick<State, 'color'>) =>
  presets.has(color.toLowerCase()) ? null : color
