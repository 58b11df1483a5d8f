import type { ProjectTemplate } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { counted } from '#ui/platform/number.ts'

const things = ['states', 'labels', 'views', 'item_templates', 'modules', 'items'] as const

/** "6 states · 2 labels". */
export function useTemplateText() {
  const { t } = useTranslation()
  return ({ counts }: ProjectTemplate) =>
    things
      .filter((thing) => counts[thing] > 0)
      .map((thing) => t(`project_templates.${thing}`, counted(counts[thing])))
      .join(' · ')
}
