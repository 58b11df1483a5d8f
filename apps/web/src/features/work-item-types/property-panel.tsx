import type { WorkItemProperty, WorkItemType } from '@cairn/contract'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useProperties } from '#entities/work-item-type/property-hooks.ts'
import { TypeIcon } from '#entities/work-item-type/type-icon.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Panel } from '#ui/controls/form-layout.tsx'
import { SkeletonGroup } from '#ui/feedback/skeleton.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { groupedNumber } from '#ui/platform/number.ts'
import { Presence } from '#ui/platform/presence.tsx'
import { DeletePropertyDialog } from './delete-property-dialog.tsx'
import { NewPropertyForm } from './property-form.tsx'
import { DefinedProperty, propertyColumns } from './property-row.tsx'

interface PropertyPanelProps {
  slug: string
  type: WorkItemType
}

/** The properties of a type: what its work items are asked for. */
export function PropertyPanel({ slug, type }: PropertyPanelProps) {
  const { t } = useTranslation()
  const all = useProperties(slug)
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<WorkItemProperty>()
  const properties = all?.filter(({ type_id }) => type_id === type.id)
  const title = t('properties.title', { type: type.name })

  return (
    <section aria-label={title} className="mt-8">
      <div className="flex min-h-9 items-center gap-2">
        <TypeIcon type={type} />
        <h2 className="min-w-0 truncate text-body font-semibold">{title}</h2>
        {properties && (
          <span className="grow text-ink-3 tabular-nums">{groupedNumber(properties.length)}</span>
        )}
        <Button size="sm" variant="ghost" icon={Plus} onClick={() => setAdding(true)}>
          {t('properties.add')}
        </Button>
      </div>
      {!properties ? (
        <SkeletonGroup>
          <SkeletonRows count={3} />
        </SkeletonGroup>
      ) : (
        <Panel>
          {properties.length > 0 && (
            <>
              <div
                aria-hidden
                className={`${propertyColumns} min-h-8 bg-canvas text-small font-medium text-ink-2 max-md:hidden`}
              >
                <span className="col-start-3">{t('properties.name')}</span>
                <span>{t('properties.kind')}</span>
                <span>{t('properties.default')}</span>
                <span>{t('properties.required')}</span>
              </div>
              <ul className="divide-y divide-line-subtle">
                {properties.map((property) => (
                  <li key={property.id}>
                    <DefinedProperty
                      slug={slug}
                      type={type}
                      property={property}
                      properties={properties}
                      onRemove={() => setRemoving(property)}
                    />
                  </li>
                ))}
              </ul>
            </>
          )}
          <Presence>
            {adding && <NewPropertyForm slug={slug} type={type} onClose={() => setAdding(false)} />}
          </Presence>
          {properties.length === 0 && !adding && (
            <p className="px-4 py-3 text-ink-2 not-first:hidden">
              {t('properties.empty', { type: type.name })}
            </p>
          )}
        </Panel>
      )}
      {removing && (
        <DeletePropertyDialog
          slug={slug}
          property={removing}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </section>
  )
}
