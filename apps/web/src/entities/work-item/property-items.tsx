import { workItemPropertiesApi as api, type FoundItem } from '@cairn/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { call } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { FieldError } from '#ui/controls/field.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { Presence } from '#ui/platform/presence.tsx'
import { keyOfFound } from './found-item.tsx'
import { ItemLink } from './item-link.tsx'
import type { ValueProps } from './property-value-props.ts'
import { idsIn } from './property-words.ts'

const ParentDialog = lazy(() => import('./parent-dialog.tsx'))

export interface NamedItem {
  id: string
  /** "TRAIL-412" */
  key: string
  name: string
}

/** The items that values name, as far as the user sees them. */
export function useReferencedItems(slug: string, ids: readonly string[]) {
  const wanted = [...new Set(ids)].sort().join(',')
  const { data } = useQuery({
    queryKey: ['referenced-items', slug, wanted],
    queryFn: async ({ signal }) => {
      const query = { ids: wanted }
      const items = await call(api.referencedItems, { params: { slug }, query, signal })
      return new Map(
        items.map(({ id, project_identifier, sequence_id, name }): [string, NamedItem] => [
          id,
          { id, key: `${project_identifier}-${sequence_id}`, name },
        ]),
      )
    },
    enabled: wanted !== '',
    placeholderData: keepPreviousData,
  })
  return data
}

/** Work items as the value of a property, each with a link. */
export function ItemsValue(props: ValueProps) {
  const { slug, project_id = '', property, value, onChange, disabled, problem, placeholder } = props
  const { t } = useTranslation()
  const ids = idsIn(value)
  const known = useReferencedItems(slug, ids)
  const [picked, setPicked] = useState<readonly NamedItem[]>([])
  const [choosing, setChoosing] = useState(false)
  const itemOf = (id: string) => known?.get(id) ?? picked.find((one) => one.id === id)
  const word = t(
    ids.length === 0
      ? 'properties.choose_item'
      : property.is_multi
        ? 'properties.add_item'
        : 'properties.change_item',
  )
  const others = (id: string) => ids.filter((one) => one !== id)

  function handlePick(item: FoundItem) {
    setPicked([...picked, { id: item.id, key: keyOfFound(item), name: item.name }])
    onChange(property.is_multi ? [...others(item.id), item.id] : [item.id])
  }

  return (
    <span className="flex min-w-0 grow flex-col items-start">
      {ids.map((id) => {
        const item = itemOf(id)
        return (
          <span key={id} className="group/item flex min-h-7 max-w-full items-center gap-1">
            {item ? (
              <ItemLink slug={slug} itemKey={item.key} newTab className="flex gap-1.5">
                <span className="shrink-0 text-ink-3 tabular-nums">{item.key}</span>
                <span className="truncate hover:underline">{item.name}</span>
              </ItemLink>
            ) : (
              known && <span className="text-ink-3">{t('properties.unseen_item')}</span>
            )}
            {!disabled && (ids.length > 1 || !property.is_required) && (
              <IconButton
                size="sm"
                icon={X}
                iconSize={14}
                label={t('properties.remove_item', { key: item?.key ?? '' })}
                onClick={() => onChange(ids.length > 1 ? others(id) : null)}
              />
            )}
          </span>
        )
      })}
      {!disabled && (
        <Button
          size="sm"
          variant="ghost"
          icon={Plus}
          className="-ml-1"
          aria-label={`${word}: ${property.name}`}
          onClick={() => setChoosing(true)}
        >
          {word}
        </Button>
      )}
      {disabled && ids.length === 0 && <span className="text-ink-3">{placeholder}</span>}
      {problem && <FieldError>{t(`properties.problem.${problem}`)}</FieldError>}
      <Suspense>
        <Presence>
          {choosing && (
            <ParentDialog
              slug={slug}
              project_id={project_id}
              item_id=""
              other={{ title: property.name, wanted: {} }}
              onPick={handlePick}
              onClose={() => setChoosing(false)}
            />
          )}
        </Presence>
      </Suspense>
    </span>
  )
}
