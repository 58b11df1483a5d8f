import { type ReactNode, useId } from 'react'
import { FieldError } from '#ui/controls/field.tsx'

interface ChoiceChipsProps<Value extends string> {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value | undefined
  onChange: (value: Value) => void
  error?: ReactNode
}

/** One of a few, all in sight. */
export function ChoiceChips<Value extends string>({
  label,
  options,
  value,
  onChange,
  error,
}: ChoiceChipsProps<Value>) {
  const name = useId()
  return (
    <fieldset className="min-w-0" aria-describedby={error ? `${name}-error` : undefined}>
      <legend className="mb-2 font-medium">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <label
            key={option.value}
            className="hit flex h-8 items-center rounded-full border border-line-strong px-3 hover:bg-hover has-checked:border-accent has-checked:bg-selected has-checked:font-medium has-checked:text-accent-ink hc:has-checked:shadow-[inset_0_0_0_1px_var(--accent)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus max-md:h-10"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="absolute inset-0 z-1 size-full appearance-none rounded-full opacity-0"
            />
            {option.label}
          </label>
        ))}
      </div>
      {error && <FieldError id={`${name}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
