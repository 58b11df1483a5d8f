import { Dialog } from '@base-ui/react/dialog'
import { useNavigate } from '@tanstack/react-router'
import { Command as Cmdk } from 'cmdk'
import { ChevronLeft, Search } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '#ui/icon.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { useAccountCommands } from './account-commands.ts'
import { CommandRow } from './command-row.tsx'
import { type Command, type CommandPage, useRegisteredCommands } from './commands.ts'
import { findCommands } from './found.ts'
import { useGoCommands } from './go-commands.tsx'
import { useSettingsCommands } from './settings-commands.ts'

interface PaletteProps {
  slug: string
  onClose: () => void
}

/** Everything that can be done, by typing part of its name. */
export default function Palette({ slug, onClose }: PaletteProps) {
  return (
    <>
      <LateCommands slug={slug} />
      <PaletteDialog onClose={onClose} />
    </>
  )
}

/** Commands nobody needs before the palette is open: they are loaded with it. */
function LateCommands({ slug }: { slug: string }) {
  useGoCommands(slug)
  useSettingsCommands(slug)
  useAccountCommands()
  return null
}

function PaletteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const commands = useRegisteredCommands()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [page, setPage] = useState<CommandPage>()
  const [selected, setSelected] = useState('')
  const found = findCommands(commands, page, typed)

  /** The first entry is chosen with the text itself: who types and presses Enter at once runs it. */
  function show(next: CommandPage | undefined, text: string) {
    setPage(next)
    setTyped(text)
    setSelected(findCommands(commands, next, text)[0]?.commands[0]?.id ?? '')
  }

  function turnTo(next: CommandPage | undefined) {
    show(next, '')
    input.current?.focus()
  }

  function run({ opens, href, run: deed }: Command) {
    if (opens) return turnTo(opens)
    onClose()
    if (href) void navigate({ to: href })
    else deed?.()
  }

  /** Esc clears what was typed, then leaves the page, then closes. */
  function handleOpenChange(_: boolean, details: Dialog.Root.ChangeEventDetails) {
    const stays = details.reason === 'escape-key' && (typed || page)
    if (!stays) return onClose()
    details.cancel()
    if (typed) show(page, '')
    else turnTo(undefined)
  }

  function openInNewTab() {
    const command = commands.find(({ id }) => id === selected)
    if (command?.href) window.open(command.href, '_blank', 'noopener')
  }

  function deedOf({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent) {
    const held = ctrlKey || metaKey
    if (key === 'Tab') return () => press(shiftKey ? 'ArrowUp' : 'ArrowDown')
    if (key === 'Backspace' && !typed && page) return () => turnTo(undefined)
    if (key === 'Enter' && held) return openInNewTab
    return key === 'k' && held ? onClose : undefined
  }

  function handleKeyDown(event: KeyboardEvent) {
    const deed = event.nativeEvent.isComposing ? undefined : deedOf(event)
    if (!deed) return
    event.preventDefault()
    event.stopPropagation()
    deed()
  }

  function press(key: string) {
    input.current?.dispatchEvent(new window.KeyboardEvent('keydown', { key, bubbles: true }))
  }

  return (
    <Dialog.Root open onOpenChange={handleOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-(--z-palette) bg-scrim" />
        <Dialog.Popup
          aria-label={t('palette.title')}
          initialFocus={input}
          className="focus-none fixed top-[12vh] left-1/2 z-(--z-palette) flex max-h-[min(520px,76vh)] w-(--size-palette) max-w-[calc(100vw-32px)] -translate-x-1/2 flex-col overflow-hidden rounded-xl border border-line bg-raised shadow-lift-3 max-md:top-4 max-md:max-h-[calc(100vh-32px)]"
        >
          <Cmdk
            label={t('palette.title')}
            shouldFilter={false}
            loop
            value={selected}
            onValueChange={setSelected}
            onKeyDown={handleKeyDown}
            className="flex min-h-0 flex-col"
          >
            <div className="flex h-13 shrink-0 items-center gap-3 border-b border-line px-4">
              {page ? (
                <button
                  type="button"
                  aria-label={t('palette.back')}
                  onClick={() => turnTo(undefined)}
                  className="hit rounded-sm text-ink-3 hover:text-ink"
                >
                  <Icon of={ChevronLeft} />
                </button>
              ) : (
                <Icon of={Search} className="text-ink-3" />
              )}
              <Cmdk.Input
                ref={input}
                value={typed}
                onValueChange={(text) => show(page, text)}
                placeholder={page ? t(`palette.page.${page}`) : t('palette.placeholder')}
                className="h-full min-w-0 grow bg-transparent text-[16px] outline-none"
              />
              <button type="button" onClick={onClose} className="hit rounded-sm">
                <span className="sr-only">{t('palette.close')}</span>
                <Kbd keys="esc" />
              </button>
            </div>
            <Cmdk.List
              label={t('palette.results')}
              className="min-h-0 grow scroll-py-2 overflow-y-auto overscroll-contain p-1.5"
            >
              {found.map(({ group, commands: own }) => (
                <Cmdk.Group
                  key={group}
                  heading={t(`palette.group.${group}`)}
                  className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-micro [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-ink-3"
                >
                  {own.map((command) => (
                    <CommandRow
                      key={command.id}
                      command={command}
                      typed={typed}
                      onSelect={() => run(command)}
                    />
                  ))}
                </Cmdk.Group>
              ))}
              <Cmdk.Empty className="px-2.5 py-6 text-center text-ink-2">
                {t('palette.nothing')}
              </Cmdk.Empty>
            </Cmdk.List>
          </Cmdk>
          <div
            aria-hidden
            className="flex h-10 shrink-0 items-center gap-4 border-t border-line bg-sunken px-4 text-small text-ink-2 max-md:hidden"
          >
            <Hint keys="up down">{t('palette.move')}</Hint>
            <Hint keys="enter">{t('palette.open')}</Hint>
            <Hint keys="mod+enter">{t('palette.new_tab')}</Hint>
            <Hint keys="esc">{t(page || typed ? 'palette.back' : 'palette.close')}</Hint>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Hint({ keys, children }: { keys: string; children: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <Kbd keys={keys} />
      {children}
    </span>
  )
}
