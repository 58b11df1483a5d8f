import type { State } from '@cairn/contract'
import { useMemo } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useStates } from '#entities/state/hooks.ts'
import { stateIcon } from '#entities/state/state-picture.tsx'
import { Combobox, type ComboboxListing, type Option } from '#ui/controls/combobox.tsx'
import { PropertyPill } from '#ui/controls/property-pill.tsx'
import type { Choice, PickerProps } from './picker-props.ts'

const none: State[] = []

export const stateOptions = (states: readonly State[]): Option[] =>
  states.map((state) => ({ value: state.id, label: state.name, icon: stateIcon(state, states) }))

export function useStateListing(choice: Choice<string | null>): ComboboxListing {
  const { slug, project_id, value, onChange } = choice
  const { t } = useTranslation()
  const states = useStates(slug, project_id) ?? none
  const options = useMemo(() => stateOptions(states), [states])
  return { label: t('pickers.state'), options, value, onChange }
}

/** Without a value it shows the state a new item gets. */
export function StatePicker(props: PickerProps<string | null>) {
  const { slug, project_id, value, look, disabled, placeholder, trigger, ...popup } = props
  const { t } = useTranslation()
  const states = useStates(slug, project_id) ?? none
  const listing = useStateListing(props)
  const state = states.find(({ id }) => id === value) ?? states.find((one) => one.default)
  return (
    <Combobox
      {...popup}
      {...listing}
      trigger={
        trigger ?? (
          <PropertyPill
            label={t('pickers.state')}
            icon={state && stateIcon(state, states)}
            look={look}
            disabled={disabled}
            placeholder={placeholder}
            className={look === 'plain' ? undefined : 'max-w-40'}
          >
            {state?.name}
          </PropertyPill>
        )
      }
    />
  )
}
