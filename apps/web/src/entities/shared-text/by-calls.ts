const EVERY = 30_000
const SOON = 500

/**
 * While the live service is unreachable: exchanges at once, every half minute, and soon on request.
 */
export function byCalls(exchange: () => Promise<void>) {
  let timer: ReturnType<typeof setInterval> | undefined
  let soon: ReturnType<typeof setTimeout> | undefined
  // Without a response the text stays in the browser and is sent the next time.
  const run = () => void exchange().catch(() => undefined)
  return {
    start() {
      if (timer) return
      run()
      timer = setInterval(run, EVERY)
    },
    soon() {
      clearTimeout(soon)
      soon = setTimeout(run, SOON)
    },
    stop() {
      clearInterval(timer)
      clearTimeout(soon)
      timer = undefined
    },
  }
}
