import { ArrowDownUp } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { type OrderBy, orders, readOrder, writeOrder } from './module-filters.ts'

interface OrderMenuProps {
  order_by: OrderBy
  onChange: (order_by: OrderBy) => void
}

export function OrderMenu({ order_by, onChange }: OrderMenuProps) {
  const { t } = useTranslation()
  const { by, descending } = readOrder(order_by)
  const manual = by === 'sort_order'
  return (
    <Menu
      align="end"
      trigger={
        <Button variant="ghost" icon={ArrowDownUp}>
          {t(`modules.order.${by}`)}
        </Button>
      }
      items={[
        ...orders.map((one) => ({
          label: t(`modules.order.${one}`),
          checked: one === by,
          onSelect: () => onChange(writeOrder(one, descending)),
        })),
        'line',
        ...[false, true].map((down) => ({
          label: t(down ? 'modules.order.descending' : 'modules.order.ascending'),
          checked: !manual && descending === down,
          disabled: manual,
          onSelect: () => onChange(writeOrder(by, down)),
        })),
      ]}
    />
  )
}
