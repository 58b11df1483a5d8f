import { type EstimateType, estimateTypes } from '@cairn/contract'
import { ChevronRight } from 'lucide-react'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import { Panel } from '#ui/controls/form-layout.tsx'
import { RadioGroup } from '#ui/controls/radio-group.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { type Template, templates } from './templates.ts'
import { valueText } from './value-text.ts'

interface TemplateStepProps {
  type: EstimateType
  onType: (type: EstimateType) => void
  onPick: (template: Template) => void
}

/** The type of system, and a template. */
export function TemplateStep({ type, onType, onPick }: TemplateStepProps) {
  const { t } = useTranslation()
  const all = templates[type]
  const parts = [
    { name: 'scratch', offered: all.filter(({ key }) => key === 'custom') },
    { name: 'template', offered: all.filter(({ key }) => key !== 'custom') },
  ].filter(({ offered }) => offered.length > 0)
  return (
    <div className="flex flex-col gap-5">
      <RadioGroup
        label={t('estimates.choose_system')}
        options={estimateTypes.map((value) => ({
          value,
          label: t(`estimates.system.${value}`),
          hint: t(`estimates.system_hint.${value}`),
        }))}
        value={type}
        onChange={onType}
      />
      {parts.map(({ name, offered }) => (
        <section key={name}>
          <h3 className="mb-2 font-medium">{t(`estimates.start.${name}` as TextKey)}</h3>
          <Panel>
            {offered.map((template) => (
              <button
                key={template.key}
                type="button"
                onClick={() => onPick(template)}
                className="focus-inset flex min-h-11 w-full items-center gap-3 px-3 py-1.5 text-left hover:bg-hover"
              >
                <span className="min-w-0 grow">
                  <span className="block font-medium">
                    {t(`estimates.templates.${template.key}` as TextKey)}
                  </span>
                  <span className="block truncate text-small text-ink-3">
                    {template.values.map((value) => valueText(type, value)).join(', ')}
                  </span>
                </span>
                <Icon of={ChevronRight} className="text-ink-3" />
              </button>
            ))}
          </Panel>
        </section>
      ))}
    </div>
  )
}
