import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'size' | 'onChange'> {
  label?: ReactNode
  onChange?: (checked: boolean) => void
}

/** For settings that apply at once; for choices sent with a form use `Checkbox`. */
export function Switch({ label, onChange, className, ...rest }: SwitchProps) {
  const control = (
    <input
      {...rest}
      type="checkbox"
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
    <label className={classNames('flex w-fit items-center gap-2 max-md:min-h-11', className)}>
      {control}
      {label}
    </label>
  )
}
