import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '#data/api.ts'
import { useAuthSite } from '#entities/sign-in/auth-site.ts'
import { useCountdown } from './use-countdown.ts'
import { useProblemOf } from './use-problem-of.ts'

const PAUSE = 5

export interface CodeRequest {
  send: (email: string) => void
  isSending: boolean
  /** Seconds until another one may be requested. */
  wait: number
}

/** Requests a code by mail; at most one every few seconds. */
export function useCodeRequest(onProblem: (problem: ReactNode) => void): CodeRequest {
  const { calls } = useAuthSite()
  const problemOf = useProblemOf()
  const [wait, startWaiting] = useCountdown()
  const { mutate, isPending } = useMutation({
    mutationFn: (email: string) => call(calls.magicGenerate, { body: { email } }),
    onSuccess: () => startWaiting(PAUSE),
    onError: (error, email) => onProblem(problemOf(error, email)),
  })
  return { send: mutate, isSending: isPending, wait }
}
