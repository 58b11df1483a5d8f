import { emojiValue, type LogoValue } from '#ui/icons/logo-value.ts'

const emoji = ['⛰️', '🧭', '🗺️', '🏕️', '🌲', '🪨', '🔭', '🛠️', '🚀', '📦', '🧪', '🌊']

/** A random default logo, so that projects can be told apart. */
export function firstLogo(): LogoValue {
  const picked = emoji[Math.floor(Math.random() * emoji.length)] ?? '⛰️'
  return { in_use: 'emoji', emoji: { value: emojiValue(picked) } }
}
