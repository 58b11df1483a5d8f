import type { PropertyChanges, PropertyMapping, WorkItem } from '@cairn/contract'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useTypes } from '#entities/work-item-type/hooks.ts'
import { useProperties } from '#entities/work-item-type/property-hooks.ts'
import { choiceOf } from '#entities/work-item-type/property-kinds.ts'
import { usePeople } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { Panel } from '#ui/controls/form-layout.tsx'
import { Select } from '#ui/controls/select.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useClose } from '#ui/platform/presence.tsx'
import type { ItemPatch } from './item-patch.ts'
import { PropertyRows } from './property-rows.tsx'
import { problemOfValue } from './property-words.ts'
import { typeChangeOf } from './type-change.ts'

const REMOVED = 'removed'

interface TypeChangeDialogProps {
  slug: string
  project_id: string
  items: readonly WorkItem[]
  type_id: string
  onChange: (patch: ItemPatch) => void
  onClose: () => void
}

/** Where the values of items go that get another type, and what that type requires. */
export default function TypeChangeDialog(props: TypeChangeDialogProps) {
  const { slug, project_id, items, type_id, onChange, onClose } = props
  const { t } = useTranslation()
  const [mapping, setMapping] = useState<PropertyMapping>({})
  const [values, setValues] = useState<PropertyChanges>({})
  const [tried, setTried] = useState(false)
  // The items may change meanwhile: what was asked stays.
  const [asked] = useState(items)
  const properties = useProperties(slug) ?? []
  const people = usePeople(slug)
  const type = useTypes(slug)?.find(({ id }) => id === type_id)
  const nameOf = (id: string) => people.get(id)?.name
  const { lost, missing } = typeChangeOf({ items: asked, type_id, properties, mapping, nameOf })
  const taken = new Set(Object.values(mapping))
  const name = type?.name ?? ''

  const close = useClose(onClose)

  function handleSubmit() {
    setTried(true)
    if (missing.some((one) => problemOfValue(one, values[one.id]))) return
    const entered = Object.fromEntries(missing.map(({ id }) => [id, values[id] ?? null]))
    onChange({
      type_id,
      ...(lost.length > 0 && {
        property_mapping: Object.fromEntries(
          lost.map(({ property: { id } }) => [id, mapping[id] ?? null]),
        ),
      }),
      ...(missing.length > 0 && { property_values: entered }),
    })
    close()
  }

  return (
    <Dialog
      open
      onClose={close}
      size="md"
      title={t('properties.change_type', { type: name })}
      onSubmit={handleSubmit}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary">
            {t('properties.change_type_confirm')}
          </Button>
        </>
      }
    >
      {lost.length > 0 && (
        <section aria-label={t('properties.lost')}>
          <p className="mb-2 text-ink-2">{t('properties.lost_text', { type: name })}</p>
          <Panel>
            {lost.map(({ property, targets }) => {
              const chosen = mapping[property.id]
              const offered = targets.filter(({ id }) => id === chosen || !taken.has(id))
              return (
                <div key={property.id} className="flex min-h-11 items-center gap-3 px-3 py-1.5">
                  <Icon of={choiceOf(property).icon} className="text-ink-3" />
                  <span className="min-w-0 grow basis-0 truncate">{property.name}</span>
                  <Icon of={ArrowRight} className="text-ink-3" />
                  <div className="min-w-0 grow basis-0">
                    <Select
                      hideLabel
                      label={t('properties.lost_to', { name: property.name })}
                      options={[
                        { value: REMOVED, label: t('properties.remove_value') },
                        ...offered.map((one) => ({
                          ...{ value: one.id, label: one.name },
                          icon: choiceOf(one).icon,
                        })),
                      ]}
                      value={chosen ?? REMOVED}
                      onChange={(id) =>
                        setMapping({ ...mapping, [property.id]: id === REMOVED ? null : id })
                      }
                    />
                  </div>
                </div>
              )
            })}
          </Panel>
        </section>
      )}
      {missing.length > 0 && (
        <section aria-label={t('properties.asked')} className="mt-4 first:mt-0">
          <p className="mb-2 text-ink-2">{t('properties.asked_text', { type: name })}</p>
          <PropertyRows
            slug={slug}
            project_id={project_id}
            properties={missing}
            valueAt={({ id }) => values[id] ?? undefined}
            onChange={(changes) => setValues({ ...values, ...changes })}
            problemOf={tried ? (one) => problemOfValue(one, values[one.id]) : undefined}
          />
        </section>
      )}
    </Dialog>
  )
}
