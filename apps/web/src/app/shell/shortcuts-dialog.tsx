import { type ReactNode, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { useJoinedProjects } from '#entities/project/hooks.ts'
import { Kbd } from '#ui/controls/kbd.tsx'
import { SearchInput } from '#ui/controls/search-input.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useRegisteredCommands } from '#ui/platform/commands.ts'
import { useClose } from '#ui/platform/presence.tsx'
import { isMac, shortcutWords } from '#ui/platform/shortcut.ts'
import { useParams } from '#ui/router/hooks.ts'
import { placesOf } from '../palette/places.ts'

/** Item keys are handled by their list or page; everything else is a command. */
const inLists = [
  ['next_previous', ['j', 'k']],
  ['open', ['enter']],
  ['select', ['x']],
  ['extend', ['shift+up', 'down']],
  ['clear', ['esc']],
  ['rename', ['F2']],
  ['move', ['alt+up', 'right']],
  ['menu', ['shift+F10']],
  ['filters', ['f']],
] as const

const ofItems = [
  ['state', ['s']],
  ['priority', ['p']],
  ['assignees', ['a']],
  ['assign_me', ['i']],
  ['labels', ['l']],
  ['due_date', ['d']],
  ['start_date', ['shift+s']],
  ['cycle', ['shift+c']],
  ['modules', ['shift+m']],
  ['estimate', ['e']],
  ['type', ['t']],
  ['delete', ['backspace']],
] as const

const elsewhere = [
  ['form', ['alt+p', 'a', 'l']],
  ['request', ['up', 'down']],
  ['sort', ['alt+up', 'down']],
] as const

interface Line {
  key: string
  label: string
  /** Alternatives; a sequence of two keys is one entry. */
  shortcuts: readonly string[]
}

interface Group {
  name: 'general' | 'create' | 'go' | 'list' | 'item' | 'other'
  lines: readonly Line[]
}

/** Lists only shortcuts that exist. */
export default function ShortcutsDialog({ slug, onClose }: { slug: string; onClose: () => void }) {
  const { t } = useTranslation()
  const commands = useRegisteredCommands()
  const { id: me } = useMe()
  const { projectId } = useParams()
  const project = useJoinedProjects(slug)?.find(({ id }) => id === projectId)
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLowerCase()

  type Name = (typeof inLists | typeof ofItems | typeof elsewhere)[number][0]
  const named = (keys: readonly (readonly [Name, readonly string[]])[]): Line[] =>
    keys.map(([key, shortcuts]) => ({ key, shortcuts, label: t(`palette.shortcut.${key}`) }))
  const registered = (creates: boolean): Line[] =>
    commands.flatMap(({ id, label, group, shortcut, keys = shortcut }) =>
      // List shortcuts have a separate group.
      shortcut && keys && id !== 'list.filters' && (group === 'create') === creates
        ? [{ key: id, label, shortcuts: [keys] }]
        : [],
    )
  const columns: Group[][] = [
    [
      { name: 'general', lines: registered(false) },
      { name: 'create', lines: registered(true) },
      {
        name: 'go',
        lines: placesOf({ slug, me, project })
          .filter(({ address }) => address)
          .map(({ letter, name }) => ({ key: name, label: t(name), shortcuts: [`g ${letter}`] })),
      },
      // On a Mac, Alt types special characters.
      { name: 'other', lines: named(elsewhere.filter(([name]) => name !== 'form' || !isMac())) },
    ],
    [
      { name: 'list', lines: named(inLists) },
      { name: 'item', lines: named(ofItems) },
    ],
  ]
  const shown = columns.map((groups) =>
    groups
      .map(({ name, lines }) => ({
        name,
        lines: lines.filter(({ label }) => label.toLowerCase().includes(wanted)),
      }))
      .filter(({ lines }) => lines.length > 0),
  )

  const close = useClose(onClose)

  return (
    <Dialog
      open
      onClose={close}
      title={t('shell.shortcuts')}
      size="lg"
      footer={
        <Footer after={<Kbd keys="?" />} hint={t('palette.open_anywhere')}>
          {t('palette.off_while_typing')}
        </Footer>
      }
    >
      <SearchInput
        size="lg"
        label={t('palette.search_shortcuts')}
        value={typed}
        onChange={setTyped}
        after={<Kbd keys="esc" />}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard, too */}
      <div tabIndex={0} className={scrollLook}>
        {shown.map((groups, column) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two columns, always the same
          <div key={column}>
            {groups.map(({ name, lines }) => (
              <section key={name} className="mb-5">
                <h3 className="mb-1 text-small font-medium text-ink-3">
                  {t(`palette.shortcut_group.${name}`)}
                </h3>
                <dl>
                  {lines.map(({ key, shortcuts, label }) => (
                    <div key={key} className="flex h-7 items-center justify-between gap-4">
                      <dt className="truncate">{label}</dt>
                      <dd className="flex shrink-0 items-center gap-1">
                        {shortcuts.map((keys) => (
                          <Keys key={keys} keys={keys} then={t('palette.then')} />
                        ))}
                      </dd>
                    </div>
                  ))}
                </dl>
              </section>
            ))}
          </div>
        ))}
      </div>
      {shown.every((groups) => groups.length === 0) && (
        <p className="text-ink-2">{t('palette.no_shortcuts', { query: typed })}</p>
      )}
    </Dialog>
  )
}

/** Scrolls inside: the search stays above the results. */
const scrollLook =
  'focus-inset -mx-6 -mb-2.5 grid grid-cols-2 gap-x-10 border-line-subtle px-6 pt-4 max-md:mx-0 max-md:grid-cols-1 max-md:px-0 md:mt-4 md:max-h-[calc(80vh-190px)] md:overflow-y-auto md:border-y'

interface FooterProps {
  children: ReactNode
  hint: string
  after: ReactNode
}

const Footer = ({ children, hint, after }: FooterProps) => (
  <>
    <p className="mr-auto text-small text-ink-3">{children}</p>
    <p className="flex items-center gap-1.5 text-small text-ink-3 max-md:hidden">
      {hint} {after}
    </p>
  </>
)

/** A sequence has a word between its keys. */
function Keys({ keys, then }: { keys: string; then: string }) {
  const [first = '', second] = keys.split(' ')
  return (
    <>
      <Kbd keys={first} />
      {second && (
        <>
          <span aria-hidden className="text-small text-ink-3">
            {then}
          </span>
          <Kbd keys={second} />
        </>
      )}
      <span className="sr-only">{shortcutWords(keys)}</span>
    </>
  )
}
