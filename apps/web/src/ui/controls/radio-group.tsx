import { type ReactNode, useId } from 'react'
import { classNames } from '../theme/class-names.ts'

export interface RadioOption<Value extends string> {
  value: Value
  label: ReactNode
  hint?: ReactNode
  disabled?: boolean
}

interface RadioGroupProps<Value extends string> {
  label: ReactNode
  hideLabel?: boolean
  options: readonly RadioOption<Value>[]
  value: Value | undefined
  onChange: (value: Value) => void
}

export function RadioGroup<Value extends string>({
  label,
  hideLabel = false,
  options,
  value,
  onChange,
}: RadioGroupProps<Value>) {
  const name = useId()
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className={hideLabel ? 'sr-only' : 'mb-2 font-medium'}>{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={classNames(
            'flex w-fit items-start gap-2 max-md:min-h-11',
            option.disabled && 'text-ink-disabled',
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
            className={classNames(
              'hit mt-0.75 grid size-3.5 shrink-0 appearance-none place-items-center rounded-full border-[1.5px] border-control bg-surface',
              'before:size-1.5 before:rounded-full checked:border-accent checked:bg-accent checked:before:bg-on-accent',
              'forced-colors:appearance-auto',
            )}
          />
          <span>
            {option.label}
            {option.hint && <span className="block text-ink-3">{option.hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
