import { searchIssuesApi as api, type Project } from '@cairn/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronDown, Files } from 'lucide-react'
import { useState } from 'react'
import { call } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { useSettled } from '#entities/instance/use-settled.ts'
import { itemAddress, keyOf } from '#entities/work-item/item-address.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { Identifier } from '#ui/people/identifier.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import type { Values } from './form-values.ts'

const PAUSE = 600
/** Shorter titles resemble everything. */
const SHORTEST = 8
const SHOWN = 5

interface SimilarItemsProps {
  slug: string
  project: Project
  values: Values
}

/** Shows possible duplicates while the title is typed, to avoid a second report. */
export function SimilarItems({ slug, project, values }: SimilarItemsProps) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  const title = useSettled(values.name.trim(), PAUSE)
  const { data } = useQuery({
    queryKey: ['similar-items', slug, project.id, title],
    queryFn: ({ signal }) =>
      call(api.duplicates, {
        params: { slug, project_id: project.id },
        body: { title, project_id: project.id },
        signal,
      }),
    enabled: title.length >= SHORTEST,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const found = title.length >= SHORTEST ? (data?.dupes.slice(0, SHOWN) ?? []) : []
  if (found.length === 0) return null
  return (
    <div className="mt-2 rounded-md border border-line bg-sunken text-small">
      <button
        type="button"
        aria-expanded={shown}
        onClick={() => setShown(!shown)}
        className="focus-inset flex h-8 w-full items-center gap-2 rounded-md px-2 text-ink-2 hover:text-ink max-md:h-11"
      >
        <Icon of={Files} size={14} />
        {t('item_form.similar', { count: found.length })}
        <Icon of={ChevronDown} size={14} className={classNames('ml-auto', shown && 'rotate-180')} />
      </button>
      {shown && (
        <ul className="border-t border-line-subtle p-1">
          {found.map((item) => (
            <li key={item.id}>
              <a
                href={itemAddress(slug, keyOf(project, item))}
                target="_blank"
                rel="noopener"
                className="focus-inset flex min-h-7 items-center gap-2 rounded-sm px-1.5 hover:bg-hover max-md:min-h-11"
              >
                <Identifier value={keyOf(project, item)} />
                <span className="min-w-0 truncate">{item.name}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
