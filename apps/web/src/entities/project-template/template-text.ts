import type { ProjectTemplate } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { counted } from '#ui/platform/number.ts'

const things = ['states', 'labels', 'views', 'item_templates', 'modules', 'items', 'pages'] as const

/** "6 states · 2 labels". */
export function useTemplateText() {
  const { t } = useTranslation()
  return ({ counts }: ProjectTemplate) =>
    things
      .flatMap((thing) => {
        const count = counts[thing] ?? 0
        return count > 0 ? t(`project_templates.${thing}`, counted(count)) : []
      })
      .join(' · ')
}
