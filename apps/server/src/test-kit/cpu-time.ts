/** CPU time of this thread in milliseconds: time used by other processes does not count. */
export function startCpuTimer(): () => number {
  const started = process.threadCpuUsage()
  return () => {
    const { user, system } = process.threadCpuUsage(started)
    return (user + system) / 1000
  }
}
