import { emojiValue, type LogoValue } from '#ui/icons/logo-value.ts'

const emoji = ['⛰️', '🧭', '🗺️', '🏕️', '🌲', '🪨', '🔭', '🛠️', '🚀', '📦', '🧪', '🌊']

/** A picture to begin with, so that projects tell themselves apart without anybody's help. */
export function firstLogo(): LogoValue {
  const picked = emoji[Math.floor(Math.random() * emoji.length)] ?? '⛰️'
  return { in_use: 'emoji', emoji: { value: emojiValue(picked) } }
}
