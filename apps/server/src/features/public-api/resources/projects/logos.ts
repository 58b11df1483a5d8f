import { randomInt } from 'node:crypto'

const emojis = ['🏔️', '🧭', '🗺️', '🌲', '🪨', '🔥', '⛺', '🌊', '🦅', '🌤️']

/** A project created without a logo gets one: lists use logos to tell projects apart. */
export const randomLogo = () => ({
  in_use: 'emoji',
  emoji: { value: emojis[randomInt(emojis.length)] },
})
