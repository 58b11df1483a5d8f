import { DatabaseZap, Keyboard, Sparkles } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { useInstance } from '#entities/instance/hooks.ts'
import type { ShowMenu } from '#ui/overlays/menu.tsx'
import { useStored } from '#ui/platform/stored.ts'
import { SWITCH } from '../local-copy/switch.ts'

function useLocalSwitch() {
  const { id } = useMe()
  const [on, setOn] = useStored(SWITCH, true)
  async function toggle() {
    setOn(!on)
    const { toggleCopy } = await import('../local-copy/toggle-copy.ts')
    setOn(await toggleCopy(!on, id))
  }
  return { on, toggle }
}

interface HelpEntriesProps {
  onShortcuts: () => void
  onWhatsNew: () => void
  show: ShowMenu
}

export default function HelpEntries({ onShortcuts, onWhatsNew, show }: HelpEntriesProps) {
  const { t } = useTranslation()
  const { on, toggle } = useLocalSwitch()
  const version = useInstance()?.instance.current_version
  return show([
    {
      label: t('shell.shortcuts'),
      icon: Keyboard,
      shortcut: '?',
      onSelect: onShortcuts,
    },
    {
      label: t('shell.local_cache'),
      detail: t('shell.local_cache_detail'),
      icon: DatabaseZap,
      checked: on,
      onSelect: () => void toggle(),
    },
    { label: t('shell.whats_new'), icon: Sparkles, onSelect: onWhatsNew },
    'line',
    { heading: t('shell.version', { version }) },
  ])
}
