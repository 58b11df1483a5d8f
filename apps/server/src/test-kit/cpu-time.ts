/** Milliseconds of this thread's processor: others may have it at the moment, which is no fault of ours. */
export function startCpuTimer(): () => number {
  const started = process.threadCpuUsage()
  return () => {
    const { user, system } = process.threadCpuUsage(started)
    return (user + system) / 1000
  }
}
