import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Kbd } from '#ui/controls/kbd.tsx'
import { SearchInput } from '#ui/controls/search-input.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useRegisteredCommands } from '#ui/platform/commands.ts'
import { shortcutWords } from '#ui/platform/shortcut.ts'

/** Keys of a list are heard by the list; everything else is a command. */
const inLists = [
  ['next', 'j'],
  ['previous', 'k'],
  ['open', 'enter'],
  ['select', 'x'],
  ['rename', 'F2'],
  ['state', 's'],
  ['priority', 'p'],
  ['assignees', 'a'],
  ['labels', 'l'],
  ['due_date', 'd'],
  ['estimate', 'e'],
  ['move', 'alt+right'],
  ['delete', 'backspace'],
] as const

const inIntake = [
  ['next_request', 'down'],
  ['previous_request', 'up'],
] as const

/** Only what works today. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const commands = useRegisteredCommands()
  const [open, setOpen] = useState(true)
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLowerCase()
  const groups = [
    {
      name: 'general',
      keys: commands.flatMap(({ id, label, shortcut }) =>
        shortcut ? [{ key: id, shortcut, label }] : [],
      ),
    },
    {
      name: 'list',
      keys: inLists.map(([key, shortcut]) => ({
        key,
        shortcut,
        label: t(`palette.shortcut.${key}`),
      })),
    },
    {
      name: 'intake',
      keys: inIntake.map(([key, shortcut]) => ({
        key,
        shortcut,
        label: t(`palette.shortcut.${key}`),
      })),
    },
    {
      name: 'sorting',
      keys: [{ key: 'sort', shortcut: 'alt+up', label: t('palette.shortcut.sort') }],
    },
  ] as const
  const shown = groups
    .map(({ name, keys }) => ({
      name,
      keys: keys.filter(({ label }) => label.toLowerCase().includes(wanted)),
    }))
    .filter(({ keys }) => keys.length > 0)

  function close() {
    setOpen(false)
    // After the dialog has faded out.
    setTimeout(onClose, 200)
  }

  return (
    <Dialog open={open} onClose={close} title={t('shell.shortcuts')} size="sm">
      <SearchInput
        size="lg"
        label={t('palette.search_shortcuts')}
        value={typed}
        onChange={setTyped}
      />
      {shown.map(({ name, keys }) => (
        <section key={name} className="mt-4">
          <h3 className="mb-1 text-small font-medium text-ink-3">
            {t(`palette.shortcut_group.${name}`)}
          </h3>
          <dl>
            {keys.map(({ key, shortcut, label }) => (
              <div key={key} className="flex h-8 items-center justify-between gap-4">
                <dt>{label}</dt>
                <dd>
                  <Kbd keys={shortcut} />
                  <span className="sr-only">{shortcutWords(shortcut)}</span>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {shown.length === 0 && (
        <p className="mt-4 text-ink-2">{t('palette.no_shortcuts', { query: typed })}</p>
      )}
    </Dialog>
  )
}
