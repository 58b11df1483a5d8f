import { Suspense } from 'react'
import { Icon } from '#ui/icons/icon.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { groupedNumber } from '#ui/platform/number.ts'
import type { CountedPart } from './bar-rows.tsx'
import { ItemsLink, numberLook, useOpenItems } from './items-link.tsx'

const Donut = lazy(() => import('#entities/chart/donut.tsx'))

interface DonutRowsProps {
  slug: string
  label: string
  parts: readonly CountedPart[]
  text?: (count: number) => string
}

/** A ring with a legend, each part a link to the items it counts. */
export function DonutRows({ slug, label, parts, text = groupedNumber }: DonutRowsProps) {
  const open = useOpenItems(slug)
  function handleSelect(key: string) {
    const part = parts.find((one) => one.key === key)
    if (part) open(part.filters)
  }
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-6 gap-y-3">
      <Suspense fallback={<div className="size-40" />}>
        <Donut size={160} parts={parts.filter(({ count }) => count > 0)} onSelect={handleSelect} />
      </Suspense>
      <ul aria-label={label} className="min-w-40 grow basis-40">
        {parts.map(({ key, name, icon, colour, count, filters }) => (
          <li key={key}>
            <ItemsLink
              slug={slug}
              filters={filters}
              className="group -mx-2 flex h-7 items-center gap-2 rounded-md px-2 hover:bg-hover"
            >
              {icon ? (
                <Icon of={icon} size={14} />
              ) : (
                <span
                  aria-hidden
                  className="size-2 shrink-0 rounded-[2px] forced-color-adjust-none"
                  style={{ background: colour }}
                />
              )}
              <span className="min-w-0 grow truncate">{name}</span>
              <span className={`${numberLook} text-ink-2`}>{text(count)}</span>
            </ItemsLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
