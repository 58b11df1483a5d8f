import { useEffect, useState } from 'react'

/** Seconds left, and a function to restart. */
export function useCountdown(): [seconds: number, start: (seconds: number) => void] {
  const [left, setLeft] = useState(0)
  const running = left > 0
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1_000)
    return () => clearInterval(timer)
  }, [running])
  return [left, setLeft]
}
