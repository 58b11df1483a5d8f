import type { ComponentProps, ReactNode } from 'react'
import { Spinner } from '../feedback/spinner.tsx'
import { Icon, type IconLike } from '../icons/icon.tsx'
import { classNames } from '../theme/class-names.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

const base =
  'inline-flex shrink-0 items-center justify-center gap-1.5 whitespace-nowrap border font-medium select-none ' +
  'transition-colors duration-(--time-instant) hit'

const sizes: Record<ButtonSize, string> = {
  sm: 'h-6 rounded-sm px-2 text-small',
  md: 'h-7 rounded-md px-2.5 max-md:h-9 max-md:px-3',
  lg: 'h-9 rounded-lg px-3.5 max-md:h-11',
}

const variants: Record<ButtonVariant, string> = {
  primary:
    'border-transparent bg-accent text-on-accent shadow-lift-0 hover:bg-accent-hover active:bg-accent-pressed',
  secondary:
    'border-line bg-raised text-ink shadow-lift-0 hover:bg-hover active:bg-pressed aria-expanded:bg-pressed',
  ghost:
    'border-transparent text-ink-2 hover:bg-hover hover:text-ink active:bg-pressed aria-expanded:bg-pressed aria-expanded:text-ink aria-pressed:bg-pressed aria-pressed:text-ink',
  danger:
    'border-transparent bg-danger text-on-danger hover:bg-danger-hover active:bg-danger-hover',
}

const disabledLook = 'border-transparent bg-hover text-ink-disabled'

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: IconLike
  /** Right of the label: a key cap, a chevron, a dot. */
  after?: ReactNode
  /** The spinner replaces the icon. Describe the activity in `children` ("Saving"). */
  busy?: boolean
  block?: boolean
}

export function Button({
  variant = 'secondary',
  size = 'md',
  icon,
  after,
  busy = false,
  block = false,
  disabled = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const colourless = disabled || variant === 'primary' || variant === 'danger'
  return (
    <button
      type="button"
      {...rest}
      // Not `disabled`: the button keeps its focus and can say in a tooltip why it is off.
      aria-disabled={disabled || busy || undefined}
      aria-busy={busy || undefined}
      onClick={disabled || busy ? (event) => event.preventDefault() : onClick}
      className={classNames(
        base,
        sizes[size],
        disabled ? disabledLook : variants[variant],
        block && 'w-full',
        className,
      )}
    >
      {(busy || icon) && (
        <span className={classNames('-ml-0.5', !colourless && 'text-ink-3')}>
          {busy ? <Spinner /> : icon && <Icon of={icon} />}
        </span>
      )}
      {children}
      {after}
    </button>
  )
}

/** Classes of a button for a link: `<Link className={buttonLook('secondary')}>`. */
export const buttonLook = (variant: ButtonVariant = 'secondary', size: ButtonSize = 'md') =>
  classNames(base, sizes[size], variants[variant])
