import { useNavigate } from '@tanstack/react-router'
import { Archive, Columns2, Maximize2, PanelRightClose } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSmallScreen } from '#features/shell/use-small-screen.ts'
import { Banner } from '#ui/banner.tsx'
import { classNames } from '#ui/class-names.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Identifier } from '#ui/identifier.tsx'
import { Menu } from '#ui/menu.tsx'
import { Tooltip } from '#ui/tooltip.tsx'
import { copyItemKey } from './copy-item.ts'
import { ItemActions } from './item-actions.tsx'
import { itemAddress } from './item-address.ts'
import { ItemContent, type ItemHandle } from './item-content.tsx'
import { ItemContext } from './item-context.ts'
import { ItemMissing } from './item-missing.tsx'
import { ItemSkeleton } from './item-skeleton.tsx'
import { neighbourOf, useOpenItem, useSetPeek } from './open-item.ts'
import { useClickBeside, usePeekKeys } from './peek-keys.ts'
import { type PeekMode, peekModeIcons, peekModes } from './peek-modes.ts'
import { PeekOver } from './peek-over.tsx'
import { useOpenPage } from './use-item-page.ts'

interface PeekProps {
  slug: string
  itemKey: string
}

/** An item beside, over or in front of the list it was opened from. */
export default function Peek({ slug, itemKey }: PeekProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const setPeeked = useSetPeek()
  const openItem = useOpenItem(slug)
  const small = useSmallScreen()
  const [chosen, setMode] = useState<PeekMode>('side')
  const peek = useRef<HTMLElement>(null)
  const content = useRef<ItemHandle>(null)
  const opener = useRef(document.activeElement)
  const opened = useOpenPage({ slug, key: itemKey }, close)
  const page = opened.status === 'ready' ? opened.page : undefined
  const mode = small ? 'side' : chosen

  function close() {
    setPeeked(undefined)
    // The row it shows now, not the one it was opened from: J and K may have walked on.
    const row = page && document.querySelector<HTMLElement>(`main [data-item="${page.item.id}"]`)
    const link = document.querySelector<HTMLElement>(`[data-peeks="${itemKey}"]`)
    const target = row ?? link ?? opener.current
    if (target instanceof HTMLElement) target.focus()
  }

  function step(by: 1 | -1) {
    const next = page && neighbourOf(page.item.id, by)
    if (next) openItem(next)
  }

  usePeekKeys({ peek, onClose: close, onStep: step })
  useClickBeside(peek, mode === 'side' && !small, close)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every item it shows
  useEffect(() => {
    const box = peek.current
    if (!box?.contains(document.activeElement)) box?.focus({ preventScroll: true })
  }, [itemKey])

  const name = t('item.peek', { key: itemKey })
  const inside = (
    <>
      <header className="flex h-11 shrink-0 items-center gap-0.5 border-b border-line-subtle pr-2 pl-2 max-md:h-13">
        <IconButton icon={PanelRightClose} label={t('item.close_peek')} onClick={close} />
        <IconButton
          icon={Maximize2}
          label={t('item.open_page')}
          onClick={() => void navigate({ to: itemAddress(slug, itemKey) as string })}
        />
        {!small && (
          <Menu
            trigger={<IconButton icon={Columns2} label={t('item.peek_mode')} />}
            items={peekModes.map((one) => ({
              label: t(`item.modes.${one}`),
              icon: peekModeIcons[one],
              checked: mode === one,
              onSelect: () => setMode(one),
            }))}
          />
        )}
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
          <ItemMissing />
        </div>
      ) : page ? (
        <ItemContext value={page}>
          {page.isArchived && <Banner icon={Archive}>{t('item.is_archived')}</Banner>}
          <ItemContent key={page.item.id} ref={content} panel={mode === 'full' ? 400 : undefined} />
        </ItemContext>
      ) : (
        <ItemSkeleton panel={false} />
      )}
    </>
  )

  if (mode === 'side') {
    return (
      <section
        ref={peek}
        data-peek
        tabIndex={-1}
        aria-label={name}
        className={classNames(
          'focus-none z-(--z-peek) flex w-[clamp(480px,39vw,50vw)] shrink-0 flex-col border-l border-line bg-surface shadow-lift-2',
          'max-xl:absolute max-xl:inset-y-0 max-xl:right-0 max-md:fixed max-md:inset-0 max-md:w-auto',
        )}
      >
        {inside}
      </section>
    )
  }
  return (
    <PeekOver mode={mode} name={name} onClose={close} popup={peek}>
      {inside}
    </PeekOver>
  )
}
