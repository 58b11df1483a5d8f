import { Command as Cmdk } from 'cmdk'
import { Check, ChevronRight, CornerDownLeft } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { Kbd } from '#ui/controls/kbd.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Identifier } from '#ui/people/identifier.tsx'
import type { Command } from '#ui/platform/commands.ts'
import { shortcutWords } from '#ui/platform/shortcut.ts'

interface CommandRowProps {
  command: Command
  typed: string
  onSelect: () => void
}

export function CommandRow({ command, typed, onSelect }: CommandRowProps) {
  const { t } = useTranslation()
  const { id, label, icon, prefix, hint, opens, checked } = command
  const shortcut = command.keys ?? command.shortcut
  return (
    <Cmdk.Item
      value={id}
      onSelect={onSelect}
      aria-keyshortcuts={shortcut && shortcutWords(shortcut)}
      className="group flex h-9 cursor-default items-center gap-3 rounded-md px-2.5 select-none data-[selected=true]:bg-hover max-md:h-11 hc:data-[selected=true]:shadow-[inset_0_0_0_1px_var(--line-strong)]"
    >
      <span className="grid w-4 shrink-0 place-items-center text-ink-3">
        {icon && <Icon of={icon} />}
      </span>
      {prefix && (
        <span className="min-w-18 shrink-0 text-ink-2">
          <Identifier value={prefix} />
        </span>
      )}
      <span className="min-w-0 grow truncate">
        <Marked text={label} typed={typed.trim()} />
      </span>
      {checked && <span className="sr-only">{t('palette.current')}</span>}
      <span className="flex shrink-0 items-center gap-2 text-small text-ink-3">
        {hint}
        {shortcut && <Kbd keys={shortcut} />}
        {checked && <Icon of={Check} />}
        {opens && <Icon of={ChevronRight} size={14} />}
        {!shortcut && !opens && (
          <span className="hidden group-data-[selected=true]:inline max-md:hidden!">
            <Icon of={CornerDownLeft} size={14} />
          </span>
        )}
      </span>
    </Cmdk.Item>
  )
}

/** Highlights the typed words by weight and color. */
function Marked({ text, typed }: { text: string; typed: string }) {
  const at = typed ? text.toLowerCase().indexOf(typed.toLowerCase()) : -1
  if (at < 0) return text
  const end = at + typed.length
  return (
    <>
      {text.slice(0, at)}
      <mark className="bg-transparent font-semibold text-accent-ink">{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  )
}
