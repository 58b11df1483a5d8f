import { useEffect, useState } from 'react'

/** The value once it has not changed for a moment: no request for half a word. */
export function useSettled<Value>(value: Value, wait = 250): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), wait)
    return () => clearTimeout(timer)
  }, [value, wait])
  return settled
}
