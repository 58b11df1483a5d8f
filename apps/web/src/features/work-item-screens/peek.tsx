import { Columns2, Maximize2, PanelRightClose } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { itemAddress } from '#entities/work-item/item-address.ts'
import { neighbourOf, useOpenItem, useSetPeek } from '#entities/work-item/open-item.ts'
import { useClickBeside, usePeekKeys } from '#entities/work-item/peek-keys.ts'
import { type PeekMode, peekModeIcons, peekModes } from '#entities/work-item/peek-modes.ts'
import { PeekOver } from '#entities/work-item/peek-over.tsx'
import { ItemPane, useOpenPage } from '#features/work-item-detail/index.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { useSmallScreen } from '#ui/platform/use-small-screen.ts'
import { navigate } from '#ui/router/router.ts'
import { classNames } from '#ui/theme/class-names.ts'

interface PeekProps {
  slug: string
  itemKey: string
}

/** An item beside, over or in front of the list it was opened from. */
export default function Peek({ slug, itemKey }: PeekProps) {
  const { t } = useTranslation()
  const setPeeked = useSetPeek()
  const openItem = useOpenItem(slug)
  const small = useSmallScreen()
  const [chosen, setMode] = useState<PeekMode>('side')
  const peek = useRef<HTMLElement>(null)
  const opener = useRef(document.activeElement)
  const opened = useOpenPage({ slug, key: itemKey }, close)
  const page = opened.status === 'ready' ? opened.page : undefined
  const mode = small ? 'side' : chosen

  function close() {
    setPeeked(undefined)
    // The row of the current item, not the one it was opened from: J and K may have moved on.
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
    <ItemPane
      itemKey={itemKey}
      opened={opened}
      panel={mode === 'full' ? 400 : undefined}
      leading={
        <>
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
        </>
      }
    />
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
