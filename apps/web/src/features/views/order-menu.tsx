import { ArrowDownUp } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { orders, type ViewOrder } from '#entities/view/view-filters.ts'
import { Button } from '#ui/controls/button.tsx'
import { Menu } from '#ui/overlays/menu.tsx'

interface OrderMenuProps {
  order: ViewOrder
  onChange: (order: ViewOrder) => void
}

export function OrderMenu({ order, onChange }: OrderMenuProps) {
  const { t } = useTranslation()
  return (
    <Menu
      align="end"
      trigger={
        <Button variant="ghost" icon={ArrowDownUp}>
          {t(`views.order.${order.by}`)}
        </Button>
      }
      items={[
        ...orders.map((by) => ({
          label: t(`views.order.${by}`),
          checked: order.by === by,
          onSelect: () => onChange({ ...order, by }),
        })),
        'line',
        ...[false, true].map((descending) => ({
          label: t(descending ? 'views.order.descending' : 'views.order.ascending'),
          checked: order.descending === descending,
          onSelect: () => onChange({ ...order, descending }),
        })),
      ]}
    />
  )
}
