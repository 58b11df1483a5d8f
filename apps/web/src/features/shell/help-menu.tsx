import { CircleQuestionMark, Keyboard } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useInstance } from '#features/instance/hooks.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu } from '#ui/menu.tsx'

export function HelpMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const { t } = useTranslation()
  const version = useInstance()?.instance.current_version
  return (
    <Menu
      side="top"
      trigger={<IconButton icon={CircleQuestionMark} label={t('shell.help')} />}
      items={[
        {
          label: t('shell.shortcuts'),
          icon: Keyboard,
          shortcut: '?',
          onSelect: onShortcuts,
        },
        'line',
        { heading: t('shell.version', { version }) },
      ]}
    />
  )
}
