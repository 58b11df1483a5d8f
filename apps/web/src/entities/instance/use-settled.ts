import { useEffect, useState } from 'react'

/** The value once it has stopped changing for a moment: nobody is asked about half a word. */
export function useSettled<Value>(value: Value, wait = 250): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), wait)
    return () => clearTimeout(timer)
  }, [value, wait])
  return settled
}
