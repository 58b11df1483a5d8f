import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#ui/dialog.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { SearchInput } from '#ui/search-input.tsx'

const groups = [
  {
    name: 'general',
    keys: [
      ['create_work_item', 'c'],
      ['create_project', 'p'],
      ['toggle_sidebar', 'mod+b'],
      ['show_shortcuts', '?'],
    ],
  },
  {
    name: 'list',
    keys: [
      ['next', 'j'],
      ['previous', 'k'],
      ['rename', 'enter'],
      ['state', 's'],
      ['priority', 'p'],
      ['delete', 'backspace'],
    ],
  },
] as const

/** Only what works today. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(true)
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLowerCase()
  const shown = groups
    .map(({ name, keys }) => ({
      name,
      keys: keys
        .map(([key, shortcut]) => ({ key, shortcut, label: t(`shell.shortcut.${key}`) }))
        .filter(({ label }) => label.toLowerCase().includes(wanted)),
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
        label={t('shell.search_shortcuts')}
        value={typed}
        onChange={setTyped}
      />
      {shown.map(({ name, keys }) => (
        <section key={name} className="mt-4">
          <h3 className="mb-1 text-small font-medium text-ink-3">
            {t(`shell.shortcut_group.${name}`)}
          </h3>
          <dl>
            {keys.map(({ key, shortcut, label }) => (
              <div key={key} className="flex h-8 items-center justify-between gap-4">
                <dt>{label}</dt>
                <dd>
                  <Kbd keys={shortcut} />
                  <span className="sr-only">{shortcut}</span>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {shown.length === 0 && (
        <p className="mt-4 text-ink-2">{t('shell.no_shortcuts', { query: typed })}</p>
      )}
    </Dialog>
  )
}
