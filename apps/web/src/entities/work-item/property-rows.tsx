import type { PropertyChanges, PropertyValue, WorkItemProperty } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { choiceOf } from '#entities/work-item-type/property-kinds.ts'
import { PropertyRow } from '#ui/controls/property-pill.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { PropertyValueField } from './property-value.tsx'
import type { ValueProblem } from './property-words.ts'

interface PropertyRowsProps {
  slug: string
  project_id: string
  properties: readonly WorkItemProperty[]
  valueAt: (property: WorkItemProperty) => PropertyValue | undefined
  onChange: (changes: PropertyChanges) => void
  /** Read-only. */
  disabled?: boolean
  /** The item whose page this is; without one it is a form, which is saved as a whole. */
  item_id?: string
  problemOf?: (property: WorkItemProperty) => ValueProblem | undefined
}

/** Label left, value right: the properties of a type. */
export function PropertyRows(props: PropertyRowsProps) {
  const { slug, project_id, properties, valueAt, onChange, disabled, item_id, problemOf } = props
  const { t } = useTranslation()
  return (
    <dl>
      {properties.map((property) => {
        const { id, name, help, is_required } = property
        return (
          <PropertyRow
            key={id}
            name={id}
            icon={choiceOf(property).icon}
            label={
              <Tooltip label={help ? `${name}: ${help}` : name}>
                <span>
                  {name}
                  {is_required && (
                    <span aria-hidden className="text-danger-ink">
                      {' *'}
                    </span>
                  )}
                </span>
              </Tooltip>
            }
          >
            <PropertyValueField
              slug={slug}
              project_id={project_id}
              property={property}
              value={valueAt(property)}
              onChange={(value) => onChange({ [id]: value })}
              disabled={disabled}
              textName={item_id && `property ${id} of ${item_id}`}
              problem={problemOf?.(property)}
              placeholder={t('item.none')}
            />
          </PropertyRow>
        )
      })}
    </dl>
  )
}
