import { useTranslation } from '#data/i18n.ts'
import { Updates } from '#entities/status-update/updates.tsx'
import { placeOf, useItemPage } from '#entities/work-item/item-context.ts'
import { WidgetSection } from '#entities/work-item/widget-section.tsx'

/** The latest updates of an epic; other items have none. */
export default function EpicUpdates() {
  const { t } = useTranslation()
  const page = useItemPage()
  return (
    <WidgetSection title={t('updates.title')}>
      <div className="pt-1 pb-2">
        <Updates
          asked
          few={1}
          subject={{ kind: 'epic', ...placeOf(page) }}
          mayPost={page.canHang}
        />
      </div>
    </WidgetSection>
  )
}
