import { useId } from 'react'
import { Icon, type IconLike } from '../icons/icon.tsx'
import { Tooltip } from '../overlays/tooltip.tsx'
import { classNames } from '../theme/class-names.ts'

interface SegmentProps<Value extends string> {
  label: string
  /** With `icon` the label is a tooltip, without it is shown. */
  options: readonly { value: Value; label: string; icon?: IconLike; shortcut?: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** One of a few options, all visible: layouts, week or month. */
export function Segment<Value extends string>({
  label,
  options,
  value,
  onChange,
}: SegmentProps<Value>) {
  const name = useId()
  return (
    <fieldset
      aria-label={label}
      className="inline-flex h-7 shrink-0 gap-px rounded-[7px] bg-sunken p-0.5 shadow-[inset_0_0_0_1px_var(--line-subtle)] max-md:h-11"
    >
      {options.map((option) => (
        <Tooltip key={option.value} label={option.icon && option.label} shortcut={option.shortcut}>
          <label
            className={classNames(
              'relative -m-px grid min-w-7.5 place-items-center rounded-md border text-small font-medium max-md:min-w-11',
              'has-focus-visible:outline-2 has-focus-visible:outline-focus',
              !option.icon && 'px-2.5',
              option.value === value
                ? 'border-line bg-raised text-ink shadow-lift-0'
                : 'border-transparent text-ink-3 hover:text-ink',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              aria-label={option.label}
              onChange={() => onChange(option.value)}
              className="absolute inset-0 appearance-none rounded-md outline-none forced-colors:appearance-auto"
            />
            {option.icon ? <Icon of={option.icon} /> : option.label}
          </label>
        </Tooltip>
      ))}
    </fieldset>
  )
}
