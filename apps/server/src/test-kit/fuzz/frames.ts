import { hostileText, hostileValue, writeJson } from './hostile.ts'
import type { Random } from './random.ts'

const bytes = (random: Random, length: number) =>
  Uint8Array.from({ length }, () => random.below(256))

/** A frame of the page socket's protocol: document name, message type and content. */
function framed(random: Random, name: string): Uint8Array {
  const text = Buffer.from(random.chance(0.8) ? name : hostileText(random).slice(0, 100))
  const content = random.chance(0.5)
    ? bytes(random, random.below(40))
    : Buffer.from(hostileText(random).slice(0, 100))
  return Buffer.concat([
    Uint8Array.of(text.length),
    text,
    Uint8Array.of(random.below(12), random.below(4), content.length),
    content,
  ])
}

/** Frames from a client that does not speak the protocol, or almost does. */
export function someFrame(random: Random, name: string): Uint8Array | string {
  return random.pick<() => Uint8Array | string>([
    () => framed(random, name),
    () => framed(random, name),
    () => bytes(random, random.pick([0, 1, 2, 50, 5_000])),
    () => hostileText(random),
    () => writeJson(hostileValue(random)).slice(0, 100_000),
  ])()
}
