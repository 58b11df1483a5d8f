import type { ListFilters } from '@cairn/contract'
import { Icon, type IconLike } from '#ui/icons/icon.tsx'
import { groupedNumber } from '#ui/platform/number.ts'
import { ItemsLink, numberLook } from './items-link.tsx'

export interface CountedPart {
  key: string
  name: string
  icon?: IconLike
  colour: string
  count: number
  /** The items it counts. */
  filters: ListFilters
}

interface BarRowsProps {
  slug: string
  label: string
  parts: readonly CountedPart[]
  text?: (count: number) => string
}

/** A list of bars, each a link to the items it counts. */
export function BarRows({ slug, label, parts, text = groupedNumber }: BarRowsProps) {
  const most = Math.max(1, ...parts.map(({ count }) => count))
  return (
    <ul aria-label={label} className="flex flex-col">
      {parts.map(({ key, name, icon, colour, count, filters }) => (
        <li key={key}>
          <ItemsLink
            slug={slug}
            filters={filters}
            className="group -mx-2 flex h-7 items-center gap-2 rounded-md px-2 hover:bg-hover"
          >
            <span className="grid w-5 shrink-0 place-items-center">
              {icon && <Icon of={icon} />}
            </span>
            <span className="w-1/4 min-w-16 shrink-0 truncate">{name}</span>
            <span aria-hidden className="h-2.5 min-w-0 grow forced-color-adjust-none">
              <span
                className="block h-full rounded-xs"
                style={{
                  width: `${(100 * count) / most}%`,
                  minWidth: count > 0 ? 2 : 0,
                  background: colour,
                }}
              />
            </span>
            <span className={`${numberLook} min-w-8 shrink-0 text-right`}>{text(count)}</span>
          </ItemsLink>
        </li>
      ))}
    </ul>
  )
}
