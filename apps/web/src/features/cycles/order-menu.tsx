import { ArrowDownUp } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { type CycleOrder, cycleOrders } from './cycle-sections.ts'

interface OrderMenuProps {
  order: CycleOrder
  onChange: (order: CycleOrder) => void
}

export function OrderMenu({ order, onChange }: OrderMenuProps) {
  const { t } = useTranslation()
  return (
    <Menu
      align="end"
      trigger={
        <Button
          variant="ghost"
          icon={ArrowDownUp}
          aria-label={t('cycles.order_by', { order: t(`cycles.order.${order}`) })}
        >
          {t(`cycles.order.${order}`)}
        </Button>
      }
      items={cycleOrders.map((one) => ({
        label: t(`cycles.order.${one}`),
        checked: one === order,
        onSelect: () => onChange(one),
      }))}
    />
  )
}
