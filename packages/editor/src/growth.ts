// Some kernels count CPU time in steps of four milliseconds.
const ENOUGH_US = 40_000

/** CPU time of this thread for one run, in microseconds. */
function timeOf(work: () => void): number {
  const started = process.threadCpuUsage()
  for (let runs = 1; ; runs += 1) {
    work()
    const { user, system } = process.threadCpuUsage(started)
    if (user + system > ENOUGH_US) return (user + system) / runs
  }
}

/** The least of several: other processes use the processor, too. */
const leastTime = (work: () => void) => Math.min(timeOf(work), timeOf(work), timeOf(work))

/** How many times as long four times the work takes: about 4, or 16 if the time is squared. */
export function growth(size: number, work: (size: number) => void): number {
  const least = leastTime(() => work(size))
  return leastTime(() => work(4 * size)) / least
}
