import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { groupedNumber } from '../platform/number.ts'
import { classNames } from '../theme/class-names.ts'

interface TabsProps<Value extends string> {
  label: string
  tabs: readonly { value: Value; label: ReactNode; count?: number; disabled?: boolean }[]
  value: Value
  onChange: (value: Value) => void
  /** The panel of the current tab. */
  children?: ReactNode
  panelClassName?: string
}

const tabLook =
  'focus-inset relative flex h-8 shrink-0 items-center gap-1.5 rounded-sm font-medium whitespace-nowrap text-ink-2 hover:text-ink max-md:h-11 ' +
  'after:absolute after:inset-x-0 after:-bottom-px after:h-0.5 after:bg-accent after:opacity-0'

// The line is drawn inside, so that the line of the current tab can cover it.
const listLook =
  'flex gap-4 overflow-x-auto overflow-y-hidden pb-px shadow-[inset_0_-1px_0_var(--line-subtle)]'

export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
  panelClassName,
}: TabsProps<Value>) {
  return (
    <Base.Root value={value} onValueChange={(next: Value) => onChange(next)}>
      <Base.List aria-label={label} activateOnFocus className={listLook}>
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            disabled={tab.disabled}
            className={classNames(
              tabLook,
              'data-active:text-ink data-active:after:opacity-100 data-disabled:text-ink-disabled',
            )}
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className="font-normal text-ink-3 tabular-nums">
                {groupedNumber(tab.count)}
              </span>
            )}
          </Base.Tab>
        ))}
      </Base.List>
      {children !== undefined && (
        <Base.Panel value={value} className={classNames('focus-inset', panelClassName)}>
          {children}
        </Base.Panel>
      )}
    </Base.Root>
  )
}
