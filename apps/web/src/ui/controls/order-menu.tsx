import { ArrowDownUp } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { Menu } from '../overlays/menu.tsx'
import { Button } from './button.tsx'

interface Order<By> {
  by: By
  descending: boolean
}

interface OrderMenuProps<By extends string> {
  /** `sort_order` is the order made by hand, which has no direction. */
  orders: readonly By[]
  nameOf: (by: By) => string
  order: Order<By>
  onChange: (order: Order<By>) => void
}

/** What a list of pages, views, modules or projects is sorted by, and in which direction. */
export function OrderMenu<By extends string>(props: OrderMenuProps<By>) {
  const { orders, nameOf, order, onChange } = props
  const { t } = useTranslation()
  const manual = order.by === 'sort_order'
  return (
    <Menu
      align="end"
      trigger={
        <Button variant="ghost" icon={ArrowDownUp}>
          {nameOf(order.by)}
        </Button>
      }
      items={[
        ...orders.map((by) => ({
          label: nameOf(by),
          checked: order.by === by,
          onSelect: () => onChange({ ...order, by }),
        })),
        'line',
        ...[false, true].map((descending) => ({
          label: t(descending ? 'ui.descending' : 'ui.ascending'),
          checked: !manual && order.descending === descending,
          disabled: manual,
          onSelect: () => onChange({ ...order, descending }),
        })),
      ]}
    />
  )
}
