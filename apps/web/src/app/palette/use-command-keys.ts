import { t } from '#data/i18n.ts'
import { toast } from '#ui/feedback/toast.ts'
import { findByShortcut } from '#ui/platform/commands.ts'
import { type Hotkey, useKeys } from '#ui/platform/hotkeys.ts'

export function hotkeyOf(key: string): Hotkey | undefined {
  const command = findByShortcut(key)
  if (!command) return undefined
  const { id, run, refusal, whileTyping } = command
  const refuse = () =>
    void toast({ kind: 'error', title: refusal ?? t('shell.not_permitted'), id: `refused-${id}` })
  return { run: run ?? refuse, whileTyping }
}

/** Runs the registered commands by their keys. */
export const useCommandKeys = () => useKeys(hotkeyOf)
