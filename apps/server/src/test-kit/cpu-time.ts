/** CPU time of this thread in milliseconds: time used by other processes does not count. */
function cpuTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const text = 'Lorem <b>ipsum</b> dolor &amp; sit amet, "consectetur" adipiscing. '.repeat(1_300)

/** About what parsers do: reads letters and patterns, makes objects and strings. */
function fixedWork(): number {
  let letters = 0
  for (let at = 0; at < text.length; at += 1) letters += text.charCodeAt(at)
  const words = text.split(' ').map((word, at) => ({ word, at }))
  return letters + JSON.stringify(JSON.parse(JSON.stringify(words))).length
}

// Some kernels count CPU time in steps of four milliseconds.
const ENOUGH_MS = 25

function timeOfFixedWork(): number {
  const started = cpuTime()
  for (let runs = 1; ; runs += 1) {
    fixedWork()
    const spent = cpuTime() - started
    if (spent > ENOUGH_MS) return spent / runs
  }
}

// Compiles it: the first runs are slower.
timeOfFixedWork()

/** At most so many times the fixed work: a second where that takes four milliseconds. */
export const SOON = 250

/**
 * The CPU time of this thread as a multiple of what fixed work takes before or after it, whichever
 * takes longer: on a slow or busy machine both take longer.
 */
export function startCpuTimer(): () => number {
  const before = timeOfFixedWork()
  const started = cpuTime()
  return () => {
    const spent = cpuTime() - started
    return spent / Math.max(before, timeOfFixedWork())
  }
}

/** The cheapest of three runs. */
export function costOf(work: () => void): number {
  const costs = [1, 2, 3].map(() => {
    const spent = startCpuTimer()
    work()
    return spent()
  })
  return Math.min(...costs)
}
