import type { BuiltWidget } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'

/** Its title, or what it shows. */
export function useWidgetTitle({ title, kind, query }: BuiltWidget): string {
  const { t } = useTranslation()
  if (title) return title
  if (kind === 'line') return query.lines.map((line) => t(`dashboards.lines.${line}`)).join(', ')
  const grouped = kind === 'bar' || kind === 'donut' || kind === 'table'
  if (!grouped || !query.group_by) return t(`dashboards.untitled.${kind}`)
  return t('dashboards.untitled.grouped', { group: t(`dashboards.groups.${query.group_by}`) })
}
