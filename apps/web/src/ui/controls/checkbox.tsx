import { Check, Minus } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Icon } from '../icons/icon.tsx'
import { classNames } from '../theme/class-names.ts'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'size'> {
  /** Shown beside the box. Without one, give `aria-label`. */
  label?: ReactNode
  /** Some, but not all, of the items of this box are checked. */
  indeterminate?: boolean
}

export function Checkbox({ label, indeterminate = false, className, ref, ...rest }: CheckboxProps) {
  const ownId = useId()
  const id = rest.id ?? ownId
  const box = (
    <span className="hit inline-grid size-3.5 shrink-0 place-items-center">
      <input
        {...rest}
        id={id}
        type="checkbox"
        ref={(input) => {
          if (input) input.indeterminate = indeterminate
          if (typeof ref === 'function') ref(input)
          else if (ref) ref.current = input
        }}
        className={classNames(
          'peer z-1 col-start-1 row-start-1 size-3.5 appearance-none rounded-sm border-[1.5px] border-control bg-surface',
          'checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent',
          'disabled:border-line-strong disabled:bg-hover forced-colors:appearance-auto',
          'before:absolute before:top-1/2 before:left-1/2 before:size-6 before:-translate-1/2 max-md:before:size-11',
        )}
      />
      <span className="pointer-events-none z-1 col-start-1 row-start-1 text-on-accent opacity-0 peer-checked:opacity-100 peer-indeterminate:opacity-100 peer-disabled:text-ink-disabled forced-colors:hidden">
        <Icon of={indeterminate ? Minus : Check} size={10} />
      </span>
    </span>
  )
  if (!label) return <span className={classNames('inline-grid', className)}>{box}</span>
  return (
    <label
      htmlFor={id}
      className={classNames('flex w-fit items-center gap-2 max-md:min-h-11', className)}
    >
      {box}
      {label}
    </label>
  )
}
