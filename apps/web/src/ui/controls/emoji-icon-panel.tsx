import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { emojiOf, emojiValue, type LogoValue } from '../icons/logo-value.ts'
import { EmojiGrid } from './emoji-grid.tsx'
import { IconGrid } from './icon-grid.tsx'
import { Tabs } from './tabs.tsx'

interface EmojiIconPanelProps {
  value: LogoValue | null
  onChange: (value: LogoValue) => void
  onDone: () => void
  emojiOnly: boolean
  iconsOnly: boolean
}

export default function EmojiIconPanel({
  value,
  onChange,
  onDone,
  emojiOnly,
  iconsOnly,
}: EmojiIconPanelProps) {
  const { t } = useTranslation()
  const [tab, setTab] = useState<'emoji' | 'icon'>(emojiOnly ? 'emoji' : (value?.in_use ?? 'emoji'))

  function pickEmoji(emoji: string) {
    onChange({ ...value, in_use: 'emoji', emoji: { value: emojiValue(emoji) } })
    onDone()
  }

  const emojiGrid = <EmojiGrid value={emojiOf(value?.emoji?.value)} onPick={pickEmoji} />
  const iconGrid = (
    <IconGrid
      value={value?.icon}
      onPick={(icon) => onChange({ ...value, in_use: 'icon', icon })}
      onDone={onDone}
    />
  )
  if (iconsOnly) return <div className="h-90">{iconGrid}</div>
  if (emojiOnly) return <div className="h-90">{emojiGrid}</div>
  return (
    <div className="h-90 [&_[role=tablist]]:px-3">
      <Tabs
        label={t('ui.emoji_or_icon')}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'emoji', label: t('ui.emoji') },
          { value: 'icon', label: t('ui.icons') },
        ]}
        panelClassName="h-[327px]"
      >
        {tab === 'emoji' ? emojiGrid : iconGrid}
      </Tabs>
    </div>
  )
}
