import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { SearchInput } from '#ui/controls/search-input.tsx'

const DELAY = 500

/** The search text: the typed text after half a second; an empty one applies at once. */
export function useStickySearch() {
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const wanted = typed.trim()
  if (!wanted && search) setSearch('')
  useEffect(() => {
    if (!wanted) return
    const timer = setTimeout(() => setSearch(wanted), DELAY)
    return () => clearTimeout(timer)
  }, [wanted])
  return { typed, setTyped, search: wanted ? search : '' }
}

interface StickySearchProps {
  value: string
  onChange: (value: string) => void
}

/** A button until it is needed. Escape clears the field, then closes it. */
export function StickySearch({ value, onChange }: StickySearchProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const label = t('stickies.search')
  if (!open && !value) {
    return <IconButton icon={Search} label={label} onClick={() => setOpen(true)} />
  }
  return (
    <span className="w-52 max-md:w-36">
      <SearchInput
        autoFocus
        label={label}
        value={value}
        onChange={onChange}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value) return
          event.stopPropagation()
          setOpen(false)
        }}
      />
    </span>
  )
}
