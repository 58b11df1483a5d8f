import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '../theme/class-names.ts'

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'size' | 'onChange'> {
  label?: ReactNode
  onChange?: (checked: boolean) => void
}

/** For settings that apply at once; for choices sent with a form use `Checkbox`. */
export function Switch({ label, onChange, className, ...rest }: SwitchProps) {
  const ownId = useId()
  const id = rest.id ?? ownId
  const control = (
    <input
      {...rest}
      id={id}
      type="checkbox"
      // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox tells its own state
      role="switch"
      onChange={(event) => onChange?.(event.target.checked)}
      className={classNames(
        'hit relative h-4 w-7 shrink-0 appearance-none rounded-full bg-control transition-colors duration-(--time-instant)',
        'before:absolute before:top-0.5 before:left-0.5 before:size-3 before:rounded-full before:bg-surface before:transition-transform before:duration-(--time-instant)',
        'checked:bg-accent checked:before:translate-x-3 checked:before:bg-on-accent',
        'disabled:bg-line-strong forced-colors:appearance-auto',
        !label && className,
      )}
    />
  )
  if (!label) return control
  return (
    <label
      htmlFor={id}
      className={classNames('flex w-fit items-center gap-2 max-md:min-h-11', className)}
    >
      {control}
      {label}
    </label>
  )
}
