import type { ComponentProps } from 'react'
import { Spinner } from '../feedback/spinner.tsx'
import { Icon, type IconLike } from '../icons/icon.tsx'
import { Tooltip } from '../overlays/tooltip.tsx'
import { shortcutWords } from '../platform/shortcut.ts'
import { classNames } from '../theme/class-names.ts'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** Its name for screen readers and tests, shown as a tooltip. */
  label: string
  icon: IconLike
  /** 28 in bars, 24 in rows. */
  size?: 'sm' | 'md'
  /** `outlined` goes beside secondary buttons. */
  variant?: 'ghost' | 'outlined'
  iconSize?: number
  shortcut?: string
  /** On or off, for a toggle; leave out for a plain action. */
  pressed?: boolean
  busy?: boolean
  /** A dot in the corner: something new behind this button. */
  dot?: boolean
}

const sizes = {
  sm: 'size-6 rounded-sm hit',
  md: 'size-7 rounded-md max-md:size-11 hit',
}

const variants = {
  ghost: 'text-ink-3 hover:bg-hover hover:text-ink active:bg-pressed',
  outlined: 'border border-line bg-raised text-ink-3 shadow-lift-0 hover:bg-hover hover:text-ink',
}

export function IconButton({
  label,
  icon,
  size = 'md',
  variant = 'ghost',
  iconSize = 16,
  shortcut,
  pressed,
  busy = false,
  dot = false,
  disabled = false,
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip label={label} shortcut={shortcut}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        aria-pressed={pressed}
        aria-disabled={disabled || busy || undefined}
        aria-keyshortcuts={shortcut && shortcutWords(shortcut)}
        onClick={disabled || busy ? (event) => event.preventDefault() : onClick}
        className={classNames(
          'inline-grid shrink-0 place-items-center transition-colors duration-(--time-instant)',
          'aria-expanded:bg-pressed aria-expanded:text-ink aria-pressed:bg-pressed aria-pressed:text-ink',
          sizes[size],
          disabled ? 'text-ink-disabled' : variants[variant],
          className,
        )}
      >
        {busy ? <Spinner size={iconSize} /> : <Icon of={icon} size={iconSize} />}
        {dot && (
          <span className="absolute top-0.75 right-0.75 max-md:top-2.5 max-md:right-2.5 box-content size-1.75 rounded-full border-[1.5px] border-surface bg-accent" />
        )}
      </button>
    </Tooltip>
  )
}
