import type { ComponentProps, ReactNode } from 'react'
import { Icon, type IconLike } from '../icons/icon.tsx'
import { Tooltip } from '../overlays/tooltip.tsx'
import { classNames } from '../theme/class-names.ts'

interface PropertyPillProps extends Omit<ComponentProps<'button'>, 'value'> {
  /** The property: "Due date". Its name for screen readers; shown in a tooltip. */
  label: string
  icon?: IconLike
  /** The value's text; without one it is icon only. */
  children?: ReactNode
  /** Read after the label if the value is only an icon: "High". */
  valueText?: string
  late?: boolean
  /** `ghost`: no hairline, for rows; `plain`: text in a panel, as wide as its column. */
  look?: 'pill' | 'ghost' | 'plain'
  placeholder?: string
}

/**
 * A value that is changed by a click; pass it as `trigger` to a picker. Read-only with `disabled`.
 */
export function PropertyPill({
  label,
  icon,
  children,
  valueText,
  late = false,
  look = 'pill',
  placeholder,
  disabled,
  className,
  ...rest
}: PropertyPillProps) {
  const text = children ?? placeholder
  const square = !text
  // The visible text is part of the accessible name, so that voice control finds it.
  const written = typeof children === 'string' ? children : placeholder
  const said = valueText ?? (written === label ? undefined : written)
  const name = said ? `${label}: ${said}` : label
  const Element = disabled ? 'span' : 'button'
  const plain = look === 'plain'
  return (
    <Tooltip label={name}>
      <Element
        {...(disabled ? {} : { type: 'button' as const })}
        {...(rest as object)}
        aria-label={name}
        role={disabled ? 'img' : undefined}
        className={classNames(
          'inline-flex shrink-0 items-center whitespace-nowrap tabular-nums transition-colors duration-(--time-instant)',
          plain
            ? '-ml-2 min-h-7 max-w-full shrink gap-1.5 rounded-md px-2 text-ui max-md:min-h-11'
            : 'h-5.5 gap-1.25 rounded-md text-small max-md:h-8 max-md:gap-1.5 max-md:rounded-lg max-md:px-2.5 max-md:text-ui hit [&>svg]:size-3.5 max-md:[&>svg]:size-4',
          look === 'pill' && 'border border-line bg-surface',
          !plain &&
            (square ? 'w-6 justify-center max-md:w-auto' : look === 'ghost' ? 'px-1' : 'px-1.75'),
          late ? 'overdue' : text === children && plain ? 'text-ink' : 'text-ink-2',
          plain && children === undefined && 'text-ink-3',
          !disabled && 'hover:bg-hover active:bg-pressed aria-expanded:bg-pressed',
          className,
        )}
      >
        {icon && (
          <Icon
            of={icon}
            size={plain ? 16 : 14}
            className={late ? 'text-danger-ink' : 'text-ink-3'}
          />
        )}
        {text && <span className="truncate">{text}</span>}
      </Element>
    </Tooltip>
  )
}

/** Label left, value right: one line of a properties panel. */
export function PropertyRow({
  name,
  icon,
  label,
  children,
}: {
  /** Used by shortcuts to find it. */
  name?: string
  icon: IconLike
  label: ReactNode
  children: ReactNode
}) {
  return (
    <div className="grid min-h-7 grid-cols-[128px_minmax(0,1fr)] items-start max-md:min-h-11">
      <dt className="flex h-7 items-center gap-2 text-ink-3 max-md:h-11">
        <Icon of={icon} />
        <span className="truncate">{label}</span>
      </dt>
      <dd
        data-property={name}
        className="flex min-h-7 min-w-0 flex-wrap items-center gap-1.5 max-md:min-h-11"
      >
        {children}
      </dd>
    </div>
  )
}
