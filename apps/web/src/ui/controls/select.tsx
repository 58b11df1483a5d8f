import { CSPProvider } from '@base-ui/react/csp-provider'
import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Icon, type IconLike } from '../icons/icon.tsx'
import { itemLook, popupLook, positionerLook } from '../overlays/popup-look.ts'
import { classNames } from '../theme/class-names.ts'
import { Field, fieldFrame } from './field.tsx'

export interface SelectOption<Value> {
  value: Value
  label: string
  icon?: IconLike
  hint?: string
  disabled?: boolean
}

interface SelectProps<Value> {
  label: ReactNode
  hideLabel?: boolean
  hint?: ReactNode
  error?: ReactNode
  options: readonly SelectOption<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  placeholder?: string
  size?: 'md' | 'lg'
  disabled?: boolean
  name?: string
  className?: string
}

/** A few fixed values in a form. To search, or for more than a dozen: `Combobox`. */
export function Select<Value extends string | number | boolean>({
  label,
  hideLabel,
  hint,
  error,
  options,
  value,
  onChange,
  placeholder,
  size = 'md',
  disabled,
  name,
  className,
}: SelectProps<Value>) {
  const { t } = useTranslation()
  const id = useId()
  const chosen = options.find((option) => option.value === value)

  return (
    <Field
      htmlFor={id}
      label={label}
      hideLabel={hideLabel}
      hint={hint}
      hintId={`${id}-hint`}
      error={error}
      errorId={`${id}-error`}
    >
      {/* The Content-Security-Policy refuses the <style> element the popup would otherwise add. */}
      <CSPProvider disableStyleElements>
        <Base.Root
          name={name}
          items={options as SelectOption<Value>[]}
          value={value}
          disabled={disabled}
          modal={false}
          onValueChange={(next) => next !== null && onChange(next)}
        >
          <Base.Trigger
            id={id}
            aria-describedby={error ? `${id}-error` : undefined}
            className={classNames(
              fieldFrame(size, Boolean(error)),
              'w-full text-left focus:border-focus focus:outline-1 focus:outline-offset-0 focus:outline-focus',
              disabled && 'bg-hover text-ink-disabled',
              className,
            )}
          >
            {chosen?.icon && <Icon of={chosen.icon} className="text-ink-3" />}
            <span className={classNames('min-w-0 grow truncate', !chosen && 'text-ink-3')}>
              {chosen?.label ?? placeholder ?? t('ui.select_placeholder')}
            </span>
            <Icon of={ChevronsUpDown} size={14} className="text-ink-3" />
          </Base.Trigger>
          <Base.Portal>
            <Base.Positioner
              alignItemWithTrigger={false}
              sideOffset={4}
              collisionPadding={8}
              className={positionerLook}
            >
              <Base.Popup
                className={`${popupLook} max-h-[min(360px,var(--available-height))] min-w-(--anchor-width) overflow-y-auto p-1`}
              >
                <Base.List>
                  {options.map((option) => (
                    <Base.Item
                      key={String(option.value)}
                      value={option.value}
                      disabled={option.disabled}
                      className={itemLook}
                    >
                      {option.icon && <Icon of={option.icon} className="text-ink-3" />}
                      <Base.ItemText>{option.label}</Base.ItemText>
                      <span className="ml-auto flex items-center gap-2 pl-4 text-small text-ink-3">
                        {option.hint}
                        <Base.ItemIndicator>
                          <Icon of={Check} />
                        </Base.ItemIndicator>
                      </span>
                    </Base.Item>
                  ))}
                </Base.List>
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      </CSPProvider>
    </Field>
  )
}
