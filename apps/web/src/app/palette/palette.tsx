import { Dialog } from '@base-ui/react/dialog'
import { Command as Cmdk } from 'cmdk'
import { ChevronLeft, Search, TextSearch, X } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'
import { useTypedAhead } from '#ui/controls/before-focus.ts'
import { Kbd } from '#ui/controls/kbd.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { type Command, type CommandPage, useRegisteredCommands } from '#ui/platform/commands.ts'
import { useParams } from '#ui/router/hooks.ts'
import { navigate } from '#ui/router/router.ts'
import { useAccountCommands } from './account-commands.ts'
import { CommandRow } from './command-row.tsx'
import { type FoundGroup, findCommands } from './found.ts'
import { useGoCommands } from './go-commands.tsx'
import { useRecentCommands } from './recent-commands.tsx'
import { useSettingsCommands } from './settings-commands.ts'
import { useSearch } from './use-search.tsx'

interface PaletteProps {
  slug: string
  onClose: () => void
}

/** All commands, found by typing part of their name. */
export default function Palette({ slug, onClose }: PaletteProps) {
  return (
    <>
      <LateCommands slug={slug} />
      <PaletteDialog slug={slug} onClose={onClose} />
    </>
  )
}

/** Commands not needed before the palette is open: they are loaded with it. */
function LateCommands({ slug }: { slug: string }) {
  useGoCommands(slug)
  useSettingsCommands(slug)
  useAccountCommands()
  useRecentCommands(slug)
  return null
}

/** Removes duplicates: a project is found here and by the server. */
function withoutRepeats(groups: readonly FoundGroup[]): FoundGroup[] {
  const seen = new Set<string>()
  const first = ({ id }: Command) => !seen.has(id) && Boolean(seen.add(id))
  return groups
    .map(({ group, commands }) => ({ group, commands: commands.filter(first) }))
    .filter(({ commands }) => commands.length > 0)
}

function PaletteDialog({ slug, onClose }: PaletteProps) {
  const { t } = useTranslation()
  const workspace = useWorkspace(slug)
  const { projectId } = useParams()
  const registered = useRegisteredCommands()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  useTypedAhead(true)
  const [page, setPage] = useState<CommandPage>()
  const [selected, setSelected] = useState('')
  const [wide, setWide] = useState(false)
  const [letGo, setLetGo] = useState(false)
  const everywhere = wide || !projectId
  const context = letGo ? undefined : registered.find(({ of }) => of)?.of
  const commands = context ? registered : registered.filter(({ of }) => !of)
  const search = useSearch({ slug, typed: page ? '' : typed, everywhere })

  const widen: Command = {
    id: 'search.everywhere',
    group: 'search',
    label: t('palette.search_everywhere', { term: typed.trim(), workspace: workspace?.name }),
    icon: Search,
    shortcut: 'alt+enter',
    stays: true,
    run: () => setWide(true),
  }
  const asksForAll = !page && typed.trim() !== ''
  const mayWiden = !everywhere && asksForAll
  const searchAll = () => {
    onClose()
    void navigate({ to: `/${slug}/search/` as string, search: { q: typed.trim() } })
  }
  /** Full-text search, on its own screen. */
  const inAll: Command = {
    id: 'search.all',
    group: 'search',
    label: t('palette.search_all', { term: typed.trim() }),
    icon: TextSearch,
    shortcut: 'shift+enter',
    run: searchAll,
  }
  const wider = [...(asksForAll ? [inAll] : []), ...(mayWiden ? [widen] : [])]
  const found = withoutRepeats([
    ...findCommands(commands, page, typed),
    ...search.groups,
    { group: 'search', commands: wider },
  ])
  const shown = found.flatMap(({ commands: own }) => own)
  // The first entry is selected with the text itself: typing and pressing Enter at once runs it.
  const chosen = shown.find(({ id }) => id === selected) ?? shown[0]

  function show(next: CommandPage | undefined, text: string) {
    setPage(next)
    setTyped(text)
    setSelected('')
  }

  function turnTo(next: CommandPage | undefined) {
    show(next, '')
    input.current?.focus()
  }

  function run({ opens, href, run: action, stays }: Command) {
    if (opens) return turnTo(opens)
    if (stays) return action?.()
    onClose()
    if (href) void navigate({ to: href })
    else action?.()
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
    if (chosen?.href) window.open(chosen.href, '_blank', 'noopener')
  }

  function actionOf({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent) {
    const modified = ctrlKey || metaKey
    if (key === 'Tab') return () => press(shiftKey ? 'ArrowUp' : 'ArrowDown')
    if (key === 'Backspace' && !typed && page) return () => turnTo(undefined)
    if (key === 'Enter' && altKey && mayWiden) return () => setWide(true)
    if (key === 'Enter' && shiftKey && asksForAll) return searchAll
    if (key === 'Enter' && modified) return openInNewTab
    return key === 'k' && modified ? onClose : undefined
  }

  function handleKeyDown(event: KeyboardEvent) {
    const action = event.nativeEvent.isComposing ? undefined : actionOf(event)
    if (!action) return
    event.preventDefault()
    event.stopPropagation()
    action()
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
            value={chosen?.id ?? ''}
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
              {context && (
                <span className="flex h-6 shrink-0 items-center gap-1 rounded-sm bg-sunken pr-1 pl-2 text-small text-ink-2">
                  {t('palette.update_in', { key: context })}
                  <button
                    type="button"
                    aria-label={t('palette.let_go', { key: context })}
                    onClick={() => {
                      setLetGo(true)
                      turnTo(undefined)
                    }}
                    className="hit rounded-xs text-ink-3 hover:text-ink"
                  >
                    <Icon of={X} size={12} />
                  </button>
                </span>
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
            <div className="min-h-0 grow scroll-py-2 overflow-y-auto overscroll-contain p-1.5">
              {!search.searching && shown.every(({ group }) => group === 'search') && (
                <p className="px-2.5 py-6 text-center text-ink-2">{t('palette.nothing')}</p>
              )}
              <Cmdk.List label={t('palette.results')}>
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
              </Cmdk.List>
              {search.searching && <Searching />}
            </div>
          </Cmdk>
          <p role="status" className="sr-only">
            {search.said}
          </p>
          <div className="flex h-10 shrink-0 items-center gap-4 border-t border-line bg-sunken px-4 text-small text-ink-2">
            <span aria-hidden className="flex items-center gap-4 max-md:hidden">
              <Hint keys="up down">{t('palette.move')}</Hint>
              <Hint keys="enter">{t('palette.open')}</Hint>
              <Hint keys="mod+enter">{t('palette.new_tab')}</Hint>
              <Hint keys="esc">{t(page || typed ? 'palette.back' : 'palette.close')}</Hint>
            </span>
            <span className="ml-auto flex items-center gap-2">
              <label htmlFor="palette-wide">{t('palette.workspace_level')}</label>
              <Switch
                id="palette-wide"
                checked={everywhere}
                disabled={!projectId}
                onChange={(checked) => {
                  setWide(checked)
                  input.current?.focus()
                }}
              />
            </span>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Searching() {
  return (
    <SkeletonGroup>
      {[240, 180, 280, 210].map((width) => (
        <div key={width} className="flex h-9 items-center gap-3 px-2.5">
          <Skeleton width={16} height={16} />
          <Skeleton width={56} />
          <Skeleton width={width} className="max-w-full" />
        </div>
      ))}
    </SkeletonGroup>
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
