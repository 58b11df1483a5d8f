import type { LiveEvent, LiveMessage } from '@cairn/contract'

/** The state of the only socket. Nothing here touches a socket, so every path can be tested. */
export interface LiveState {
  phase: 'stopped' | 'connecting' | 'open' | 'waiting'
  /** The last event received; later ones are requested again. */
  cursor?: string
  /** Attempts since the last successful connection. */
  tries: number
}

export type LiveInput =
  /** With a cursor if the page has preloaded answers: they are from that moment. */
  | { type: 'start'; cursor?: string | undefined }
  | { type: 'stop' }
  | { type: 'message'; message: LiveMessage }
  | { type: 'closed'; code: number }
  /** The waiting time is over, the network is back, or the user returned to the page. */
  | { type: 'retry' }
  /** The page slept: the socket may look open and be dead. */
  | { type: 'woken' }

export type LiveEffect =
  | { type: 'connect'; cursor: string | undefined }
  | { type: 'disconnect' }
  | { type: 'wait'; milliseconds: number }
  | { type: 'deliver'; event: LiveEvent }
  /** Earlier reads may be incomplete: everything after a long absence, else live lists. */
  | { type: 'read-again'; everything: boolean }
  | { type: 'signed-out' }

export const stopped: LiveState = { phase: 'stopped', tries: 0 }

const SIGNED_OUT = 4401
const MAX_WAIT = 15_000

/**
 * 0.5 s, 1 s, 2 s … 15 s, each up to a quarter longer so that a thousand clients do not reconnect
 * at once.
 */
export const waitBefore = (tries: number, chance: number) =>
  Math.round(Math.min(MAX_WAIT, 500 * 2 ** Math.min(tries, 10)) * (1 + chance / 4))

type Step = [LiveState, LiveEffect[]]

const connect = (state: LiveState): Step => [
  { ...state, phase: 'connecting' },
  [{ type: 'connect', cursor: state.cursor }],
]

export function nextLive(state: LiveState, input: LiveInput, chance = 0): Step {
  if (input.type === 'stop') return [stopped, [{ type: 'disconnect' }]]
  if (state.phase === 'stopped') {
    return input.type === 'start' ? connect({ ...state, cursor: input.cursor }) : [state, []]
  }
  if (input.type === 'message') return hear(state, input.message)
  if (input.type === 'closed') return lose(state, input.code, chance)
  if (input.type === 'retry' && state.phase === 'waiting') return connect(state)
  if (input.type === 'woken' && state.phase !== 'connecting') {
    const [next, effects] = connect(state)
    return [next, [{ type: 'disconnect' }, ...effects]]
  }
  return [state, []]
}

function hear(state: LiveState, message: LiveMessage): Step {
  const { cursor } = message
  if (message.kind === 'event')
    return [{ ...state, cursor }, [{ type: 'deliver', event: message.event }]]
  // On the first connection there is no cursor to resume from: lists read before may be incomplete.
  const missed = message.stale || state.cursor === undefined
  return [
    { phase: 'open', cursor, tries: 0 },
    missed ? [{ type: 'read-again', everything: message.stale }] : [],
  ]
}

function lose(state: LiveState, code: number, chance: number): Step {
  if (code === SIGNED_OUT) return [stopped, [{ type: 'signed-out' }]]
  const wait = waitBefore(state.tries, chance)
  return [
    { ...state, phase: 'waiting', tries: state.tries + 1 },
    [{ type: 'wait', milliseconds: wait }],
  ]
}
