import { print } from '@cairn/work-item-query/language'
import { useTranslation } from '#data/i18n.ts'
import { Switch } from '#ui/controls/switch.tsx'
import { writeStored } from '#ui/platform/stored.ts'
import type { Filters } from './list-settings.ts'
import { toExpression } from './query-tree.ts'

/** Whether the user writes queries rather than building them. */
export const storedAsText = 'query_as_text'

interface QuerySwitchProps {
  filters: Filters
  onChange: (filters: Filters) => void
}

/** Turns plain filters into a query line. */
export default function QuerySwitch({ filters, onChange }: QuerySwitchProps) {
  const { t } = useTranslation()
  function write() {
    const whole = toExpression(filters)
    writeStored(storedAsText, true)
    onChange({ pql: [whole ? print(whole) : ''] })
  }
  return (
    <Switch label={t('query.switch')} checked={false} onChange={write} className="text-small" />
  )
}
