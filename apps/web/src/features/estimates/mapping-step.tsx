import type { Estimate, EstimateType } from '@cairn/contract'
import { ArrowRight } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { Panel } from '#ui/controls/form-layout.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { HeirSelect } from './heir-select.tsx'
import type { ListedValue } from './value-list.tsx'
import { valueText } from './value-text.ts'

interface MappingStepProps {
  former: Estimate
  type: EstimateType
  values: readonly ListedValue[]
  heirs: Readonly<Record<string, string | null>>
  onChange: (point_id: string, heir: string | null) => void
}

/** The new value for items with each former value. */
export function MappingStep({ former, type, values, heirs, onChange }: MappingStepProps) {
  const { t } = useTranslation()
  return (
    <>
      <p className="mb-3 text-ink-2">{t('estimates.mapping_text')}</p>
      <Panel>
        {former.points.map(({ id, value }) => {
          const text = valueText(former.type, value)
          return (
            <div key={id} className="flex min-h-11 items-center gap-3 px-3 py-1.5">
              <span className="min-w-0 grow basis-0 truncate">{text}</span>
              <Icon of={ArrowRight} className="text-ink-3" />
              <div className="min-w-0 grow basis-0">
                <HeirSelect
                  label={t('estimates.new_value_for', { value: text })}
                  options={values.map((one) => ({
                    id: one.id,
                    text: valueText(type, one.value),
                  }))}
                  value={heirs[id] ?? null}
                  onChange={(heir) => onChange(id, heir)}
                />
              </div>
            </div>
          )
        })}
      </Panel>
    </>
  )
}
