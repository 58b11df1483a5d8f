import { NodeViewContent, NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react'
import { Lightbulb, Palette } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { EmojiIconPicker } from '#ui/controls/emoji-icon-picker.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { LogoMark } from '#ui/icons/logo-mark.tsx'
import type { LogoValue } from '#ui/icons/logo-value.ts'
import { Popover } from '#ui/overlays/popover.tsx'
import { calloutLook, saveCalloutColour, saveCalloutLogo } from './callout-memory.ts'
import { ColourGrid } from './colour-grid.tsx'

interface CalloutAttributes {
  emoji: string | null
  icon: string | null
  iconColour: string | null
  background: string | null
}

const logoOf = ({ emoji, icon, iconColour }: CalloutAttributes): LogoValue =>
  icon
    ? { in_use: 'icon', icon: { name: icon, color: iconColour ?? undefined } }
    : { in_use: 'emoji', emoji: { value: emoji ?? undefined } }

export function CalloutView({ node, editor, updateAttributes }: ReactNodeViewProps) {
  const { t } = useTranslation()
  const attributes = node.attrs as CalloutAttributes
  const logo = logoOf(attributes)
  const mark = <LogoMark value={logo} size={20} fallback={Lightbulb} />

  function pickLogo(picked: LogoValue) {
    saveCalloutLogo(picked)
    updateAttributes(calloutLook(picked))
  }

  return (
    <NodeViewWrapper
      data-type="callout"
      data-background-color={attributes.background ?? undefined}
      className="group relative"
    >
      <span contentEditable={false} className="callout-face">
        {editor.isEditable ? (
          <EmojiIconPicker
            label={t('editor.callout_picture')}
            value={logo}
            onChange={pickLogo}
            trigger={<IconButton size="sm" icon={mark} label={t('editor.callout_picture')} />}
          />
        ) : (
          mark
        )}
      </span>
      <NodeViewContent className="callout-body" />
      {editor.isEditable && (
        <span
          contentEditable={false}
          className="absolute top-2 right-2 until-hover group-focus-within:opacity-100 group-hover:opacity-100 has-aria-expanded:opacity-100"
        >
          <Popover
            label={t('editor.callout_colour')}
            align="end"
            trigger={<IconButton size="sm" icon={Palette} label={t('editor.callout_colour')} />}
          >
            {(close) => (
              <ColourGrid
                kind="backgroundColour"
                label={t('editor.background_colours')}
                value={attributes.background}
                onPick={(background) => {
                  saveCalloutColour(background)
                  updateAttributes({ background })
                  close()
                }}
              />
            )}
          </Popover>
        </span>
      )}
    </NodeViewWrapper>
  )
}
