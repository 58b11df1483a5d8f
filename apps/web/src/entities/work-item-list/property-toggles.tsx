import { propertiesOfType } from '@cairn/contract'
import { Check } from 'lucide-react'
import { useProperties } from '#entities/work-item-type/property-hooks.ts'
import { choiceOf } from '#entities/work-item-type/property-kinds.ts'
import { Icon, type IconLike } from '#ui/icons/icon.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import type { ListContext } from './list-context.ts'
import type { DisplayProperties } from './list-settings.ts'
import { useTypesIn } from './own-fields.ts'

interface PropertyToggleProps {
  icon: IconLike
  name: string
  isShown: boolean
  onToggle: (isShown: boolean) => void
}

/** A property that rows, cards and cells show or not. */
export function PropertyToggle({ icon, name, isShown, onToggle }: PropertyToggleProps) {
  return (
    <button
      type="button"
      aria-pressed={isShown}
      onClick={() => onToggle(!isShown)}
      className={classNames(
        'focus-inset flex h-7 min-w-0 items-center gap-2 rounded-sm px-1.5 text-left hover:bg-hover max-md:h-11',
        isShown ? 'text-ink' : 'text-ink-3',
      )}
    >
      <Icon of={icon} size={14} className="text-ink-3" />
      <span className="min-w-0 grow truncate">{name}</span>
      {isShown && <Icon of={Check} size={14} className="shrink-0 text-accent-ink" />}
    </button>
  )
}

interface OwnTogglesProps {
  context: ListContext
  properties: DisplayProperties
  onChange: (own: readonly string[]) => void
}

/** The properties of each type that the items of the list can have. */
export function OwnToggles({ context, properties, onChange }: OwnTogglesProps) {
  const { own: shown = [] } = properties
  const types = useTypesIn(context)
  const defined = useProperties(context.slug, types.length > 0) ?? []
  return types.map((type) => {
    const own = propertiesOfType(defined, type.id)
    if (own.length === 0) return null
    return (
      <fieldset key={type.id} aria-label={type.name} className="min-w-0">
        <p aria-hidden className="flex h-7 items-end truncate pb-1 text-small text-ink-3">
          {type.name}
        </p>
        <div className="-mx-1.5 grid grid-cols-2 gap-x-2">
          {own.map((property) => (
            <PropertyToggle
              key={property.id}
              icon={choiceOf(property).icon}
              name={property.name}
              isShown={shown.includes(property.id)}
              onToggle={(isShown) => {
                const others = shown.filter((id) => id !== property.id)
                onChange(isShown ? [...others, property.id] : others)
              }}
            />
          ))}
        </div>
      </fieldset>
    )
  })
}
