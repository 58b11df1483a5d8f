const lines = new Map<string, Promise<unknown>>()
const waiting = new Set<() => void>()

/** Runs after whatever stands in the same line, whether that succeeded or not. */
export function serialized<Answer>(
  name: string | undefined,
  action: () => Promise<Answer>,
): Promise<Answer> {
  if (!name) return action()
  const before = lines.get(name)
  const turn = before ? afterwards(before, action) : action()
  lines.set(name, turn)
  const leave = () => {
    if (lines.get(name) === turn) lines.delete(name)
  }
  turn.then(leave, leave)
  return turn
}

function afterwards<Answer>(before: Promise<unknown>, action: () => Promise<Answer>) {
  return new Promise<Answer>((resolve, reject) => {
    function begin() {
      if (waiting.delete(begin)) action().then(resolve, reject)
    }
    waiting.add(begin)
    before.then(begin, begin)
  })
}

/** Whoever leaves the page does not take along what they saw done: what still waits is sent now. */
export function sendAllWaiting() {
  for (const begin of [...waiting]) begin()
}

globalThis.addEventListener?.('pagehide', sendAllWaiting)
