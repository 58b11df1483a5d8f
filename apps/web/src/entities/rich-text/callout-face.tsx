import { Lightbulb } from 'lucide-react'
import { LogoMark } from '#ui/icons/logo-mark.tsx'
import type { LogoValue } from '#ui/icons/logo-value.ts'

/** The logo of a callout, from the attributes of its element. */
export function calloutLogo(attributes: Record<string, string>): LogoValue {
  const name = attributes['data-icon-name']
  if (name) return { in_use: 'icon', icon: { name, color: attributes['data-icon-color'] } }
  return { in_use: 'emoji', emoji: { value: attributes['data-emoji-unicode'] || '128161' } }
}

export function CalloutFace({ attributes }: { attributes: Record<string, string> }) {
  return (
    <span className="callout-face">
      <LogoMark value={calloutLogo(attributes)} size={20} fallback={Lightbulb} />
    </span>
  )
}
