import { ArrowDownUp } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { orders, type PageOrder } from './page-filters.ts'

interface OrderMenuProps {
  order: PageOrder
  onChange: (order: PageOrder) => void
}

export function OrderMenu({ order, onChange }: OrderMenuProps) {
  const { t } = useTranslation()
  return (
    <Menu
      align="end"
      trigger={
        <Button variant="ghost" icon={ArrowDownUp}>
          {t(`pages.order.${order.by}`)}
        </Button>
      }
      items={[
        ...orders.map((by) => ({
          label: t(`pages.order.${by}`),
          checked: order.by === by,
          onSelect: () => onChange({ ...order, by }),
        })),
        'line',
        ...[false, true].map((descending) => ({
          label: t(descending ? 'pages.order.descending' : 'pages.order.ascending'),
          checked: order.descending === descending,
          onSelect: () => onChange({ ...order, descending }),
        })),
      ]}
    />
  )
}
