import { labelColors, MEMBER } from '@cairn/contract'
import { Tag } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { useCreateLabel } from '#entities/label/change-hooks.ts'
import { useLabels } from '#entities/label/hooks.ts'
import { useAllProjects } from '#entities/project/hooks.ts'
import { Combobox, type ComboboxListing } from '#ui/controls/combobox.tsx'
import { PropertyPill } from '#ui/controls/property-pill.tsx'
import { Chip, Dot } from '#ui/people/badge.tsx'
import type { Choice, PickerProps } from './picker-props.ts'

const anyColor = () => labelColors[Math.floor(Math.random() * labelColors.length)]

/** Project members create a missing label by typing its name. */
export function useLabelsListing(choice: Choice<readonly string[]>): ComboboxListing {
  const { slug, project_id, value, onChange } = choice
  const { t } = useTranslation()
  const labels = useLabels(slug, project_id)
  const project = useAllProjects(slug)?.find(({ id }) => id === project_id)
  const create = useCreateLabel({ slug, project_id })
  const mayCreate = (project?.member_role ?? 0) >= MEMBER

  function handleCreate(name: string) {
    const id = create.mutate({ name, color: anyColor() }, { onFailure: () => onChange(value) })
    onChange([...value, id])
  }

  return {
    multiple: true,
    label: t('pickers.labels'),
    options: [...labels.values()].map(({ id, name, color }) => ({
      value: id,
      label: name,
      icon: <Dot colour={color} />,
    })),
    value,
    onChange,
    onCreate: mayCreate ? handleCreate : undefined,
  }
}

export function LabelsPicker(props: PickerProps<readonly string[]>) {
  const { slug, project_id, value, onChange, look, disabled, placeholder, trigger, ...popup } =
    props
  const { t } = useTranslation()
  const labels = useLabels(slug, project_id)
  const listing = useLabelsListing({ slug, project_id, value, onChange })
  const chosen = value.flatMap((id) => labels.get(id) ?? [])
  const [first] = chosen
  const names = chosen.map(({ name }) => name).join(', ')
  const text = chosen.length > 1 ? t('pickers.label_count', { count: chosen.length }) : first?.name
  const unset = placeholder ?? t('pickers.labels')
  return (
    <Combobox
      {...popup}
      {...listing}
      trigger={
        trigger ?? (
          <PropertyPill
            label={t('pickers.labels')}
            icon={
              look === 'plain' && first ? undefined : first ? <Dot colour={first.color} /> : Tag
            }
            look={look}
            disabled={disabled}
            valueText={names || undefined}
            placeholder={unset || undefined}
            className={look === 'plain' ? undefined : 'max-w-40'}
          >
            {look === 'plain' && first ? (
              <span className="flex flex-wrap gap-1">
                {chosen.map(({ id, name, color }) => (
                  <Chip key={id} colour={color}>
                    {name}
                  </Chip>
                ))}
              </span>
            ) : (
              text
            )}
          </PropertyPill>
        )
      }
    />
  )
}
