import { useEffect, useState } from 'react'
import { type Estimate, loadEstimate, strengthOf } from './password-strength.ts'

export function useStrength(password: string) {
  const [estimate, setEstimate] = useState<Estimate>()
  const needed = password !== ''
  useEffect(() => {
    if (!needed) return
    let alive = true
    loadEstimate()
      // Without the dictionaries only the server checks, which applies the same rule.
      .catch((): Estimate => () => 4)
      .then((loaded) => alive && setEstimate(() => loaded))
    return () => {
      alive = false
    }
  }, [needed])
  return strengthOf(password, estimate && password.length >= 8 ? estimate(password) : undefined)
}
