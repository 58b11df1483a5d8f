import { type TextKey, useTranslation } from '#data/i18n.ts'

/** Shown while an item is dragged in a sorted list: only the group matters. */
export default function DragHint({ order }: { order: string }) {
  const { t } = useTranslation()
  return (
    <p className="pointer-events-none absolute inset-x-0 bottom-4 mx-auto w-fit rounded-md bg-tooltip px-3 py-1.5 text-tooltip-ink shadow-lift-2">
      {t('list_settings.drop_hint', {
        order: t(`list_settings.orders.${order.replace('-', '')}` as TextKey),
      })}
    </p>
  )
}
