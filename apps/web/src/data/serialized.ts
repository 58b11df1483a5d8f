const lines = new Map<string, Promise<unknown>>()
const waiting = new Set<() => void>()

/** Runs after earlier calls in the same queue, whether these succeeded or not. */
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

/** Sends all queued changes now, because the user leaves the page. */
export function sendAllWaiting() {
  for (const begin of [...waiting]) begin()
}

globalThis.addEventListener?.('pagehide', sendAllWaiting)
