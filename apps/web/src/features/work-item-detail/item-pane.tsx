import { Archive } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { NotLoaded } from '#entities/frame/not-loaded.tsx'
import { copyItemKey } from '#entities/work-item/copy-item.ts'
import { ItemContext } from '#entities/work-item/item-context.ts'
import { ItemSkeleton } from '#entities/work-item/item-skeleton.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { Identifier } from '#ui/people/identifier.tsx'
import { ItemActions } from './item-actions.tsx'
import { ItemContent, type ItemHandle } from './item-content.tsx'
import { ItemMissing } from './item-missing.tsx'
import type { useOpenPage } from './use-item-page.ts'

interface ItemPaneProps {
  itemKey: string
  opened: ReturnType<typeof useOpenPage>
  /** At the left of its bar: buttons to close it or open it elsewhere. */
  leading: ReactNode
  /** Width of the properties beside the text; without it they are below. */
  panel?: 320 | 400 | undefined
}

/** An item in one part of the screen: a bar with its actions, and the item. */
export function ItemPane({ itemKey, opened, leading, panel }: ItemPaneProps) {
  const { t } = useTranslation()
  const content = useRef<ItemHandle>(null)
  const page = opened.status === 'ready' ? opened.page : undefined
  return (
    <>
      <header className="flex h-11 shrink-0 items-center gap-0.5 border-b border-line-subtle pr-2 pl-2 max-md:h-13">
        {leading}
        <Tooltip label={t('item.click_to_copy')}>
          <button
            type="button"
            aria-label={t('item.copy_key_of', { key: itemKey })}
            onClick={() => void copyItemKey(itemKey)}
            className="hit ml-1 border-l border-line pl-2 text-small text-ink-3 hover:text-ink max-md:hidden"
          >
            <Identifier value={itemKey} />
          </button>
        </Tooltip>
        <span className="ml-auto flex items-center gap-0.5">
          {page && (
            <ItemContext value={page}>
              <ItemActions
                saving={opened.saving}
                onEdit={() => content.current?.edit()}
                onParent={() => content.current?.openParent()}
              />
            </ItemContext>
          )}
        </span>
      </header>
      {opened.status === 'missing' || opened.status === 'failed' ? (
        <div className="min-h-0 grow overflow-y-auto">
          {opened.status === 'missing' ? (
            <ItemMissing />
          ) : (
            <NotLoaded title={t('item.not_loaded')} onRetry={opened.retry} />
          )}
        </div>
      ) : page ? (
        <ItemContext value={page}>
          {page.isArchived && <Banner icon={Archive}>{t('item.is_archived')}</Banner>}
          <ItemContent key={page.item.id} ref={content} panel={panel} />
        </ItemContext>
      ) : (
        <ItemSkeleton panel={false} />
      )}
    </>
  )
}
