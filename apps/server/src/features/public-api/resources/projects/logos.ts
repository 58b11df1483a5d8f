import { randomInt } from 'node:crypto'

const emojis = ['🏔️', '🧭', '🗺️', '🌲', '🪨', '🔥', '⛺', '🌊', '🦅', '🌤️']

/** A project that was given none has one all the same: lists tell projects apart by them. */
export const randomLogo = () => ({
  in_use: 'emoji',
  emoji: { value: emojis[randomInt(emojis.length)] },
})
