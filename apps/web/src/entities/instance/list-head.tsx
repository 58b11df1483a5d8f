import { SearchInput } from '#ui/controls/search-input.tsx'
import { Count } from '#ui/people/badge.tsx'

interface ListHeadProps {
  title: string
  /** Undefined while it is being counted. */
  total: number | undefined
  searchLabel: string
  typed: string
  onType: (typed: string) => void
}

/** Above a list: its title, length and search field. */
export function ListHead({ title, total, searchLabel, typed, onType }: ListHeadProps) {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <h2 className="font-medium">{title}</h2>
      {total !== undefined && <Count value={total} />}
      <div className="ml-auto w-56 max-md:w-full">
        <SearchInput label={searchLabel} value={typed} onChange={onType} />
      </div>
    </div>
  )
}
