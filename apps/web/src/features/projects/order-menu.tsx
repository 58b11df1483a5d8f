import { ArrowDownUp } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { orders, type ProjectOrder } from './project-filters.ts'

interface OrderMenuProps {
  order: ProjectOrder
  onChange: (order: ProjectOrder) => void
}

export function OrderMenu({ order, onChange }: OrderMenuProps) {
  const { t } = useTranslation()
  const manual = order.by === 'sort_order'
  return (
    <Menu
      align="end"
      trigger={
        <Button variant="ghost" icon={ArrowDownUp}>
          {t(`projects.order.${order.by}`)}
        </Button>
      }
      items={[
        ...orders.map((by) => ({
          label: t(`projects.order.${by}`),
          checked: order.by === by,
          onSelect: () => onChange({ ...order, by }),
        })),
        'line',
        ...[false, true].map((descending) => ({
          label: t(descending ? 'projects.order.descending' : 'projects.order.ascending'),
          checked: !manual && order.descending === descending,
          disabled: manual,
          onSelect: () => onChange({ ...order, descending }),
        })),
      ]}
    />
  )
}
