import type { Editor } from '@tiptap/react'
import { useEffect, useId, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Kbd } from '#ui/controls/kbd.tsx'
import { announce } from '#ui/feedback/announce.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { itemLook } from '#ui/overlays/popup-look.ts'
import { FloatingBox } from './floating-box.tsx'
import type { OpenSuggestions, SuggestionStore } from './suggestions.ts'

interface SuggestionMenuProps {
  editor: Editor
  store: SuggestionStore
}

/**
 * The list at the cursor. The focus stays in the text, which tells screen readers the selected
 * entry.
 */
export function SuggestionMenu({ editor, store }: SuggestionMenuProps) {
  const open = useSyncExternalStore(store.subscribe, store.get)
  const id = useId()
  useActiveOption(editor, id, open)
  if (!open) return null
  return (
    <FloatingBox anchor={open.place} onClose={open.close} className="w-65 p-1">
      <Options id={id} open={open} />
    </FloatingBox>
  )
}

function useActiveOption(editor: Editor, id: string, open: OpenSuggestions | undefined) {
  const { t } = useTranslation()
  const count = open?.items.length
  const chosen = open?.chosen
  useEffect(() => {
    const { dom } = editor.view
    if (count === undefined) {
      dom.removeAttribute('aria-controls')
      dom.removeAttribute('aria-activedescendant')
    } else {
      dom.setAttribute('aria-controls', id)
      dom.setAttribute('aria-activedescendant', `${id}-${chosen}`)
    }
  }, [editor, id, count, chosen])
  useEffect(() => {
    if (count !== undefined) announce(t('editor.suggestions', { count }))
  }, [count, t])
}

function Options({ id, open }: { id: string; open: OpenSuggestions }) {
  const { t } = useTranslation()
  const chosen = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is chosen
  useEffect(() => void chosen.current?.scrollIntoView({ block: 'nearest' }), [open.chosen])
  if (open.items.length === 0) {
    return <p className="px-2 py-1 text-ink-3">{t('editor.nothing_found')}</p>
  }
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t(`editor.menus.${open.kind}`)}
      className="max-h-80 overflow-y-auto"
    >
      {open.items.map((item, index) => (
        <div key={item.id} role="presentation">
          {item.section !== open.items[index - 1]?.section && (
            <div role="presentation" className="px-2 pt-2 pb-1 text-micro font-medium text-ink-3">
              {item.section}
            </div>
          )}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the text, which keeps the focus */}
          {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
          <div
            ref={index === open.chosen ? chosen : undefined}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === open.chosen}
            data-highlighted={index === open.chosen || undefined}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => open.choose(item)}
            className={`${itemLook} hover:bg-hover`}
          >
            <Icon of={item.icon} className="text-ink-3" />
            <span className="min-w-0 grow truncate">{item.label}</span>
            {item.shortcut && (
              <span className="max-md:hidden">
                <Kbd keys={item.shortcut} />
              </span>
            )}
          </div>
        </div>
      ))}
    </div>
  )
}
