import { authApi } from '@cairn/contract'
import { type FormEvent, useEffect, useState } from 'react'
import { ApiError, call } from '#data/api.ts'
import { stopLive } from '#data/live.ts'

/** The token belongs to a cookie that changes at every sign-in, so it is fetched when it is needed. */
async function addToken(form: HTMLFormElement) {
  const { csrf_token } = await call(authApi.csrfToken)
  let field = form.querySelector<HTMLInputElement>('input[name=csrfmiddlewaretoken]')
  if (!field) {
    field = document.createElement('input')
    field.type = 'hidden'
    field.name = 'csrfmiddlewaretoken'
    form.append(field)
  }
  field.value = csrf_token
}

/** For a form the browser itself posts: password managers see it, and the server answers with a page. */
export function useFormPost() {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  useEffect(() => {
    // The back button may bring this page back as it was: waiting.
    const handleShow = ({ persisted }: PageTransitionEvent) => persisted && setBusy(false)
    addEventListener('pageshow', handleShow)
    return () => removeEventListener('pageshow', handleShow)
  }, [])

  async function post(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    setBusy(true)
    setProblem(undefined)
    try {
      await addToken(form)
      form.submit()
    } catch (error) {
      setBusy(false)
      setProblem(error instanceof ApiError ? error.sentence : String(error))
    }
  }

  return { busy, problem, post }
}

/** Ends the session; the server sends the browser to the sign-in page. */
export async function signOut() {
  stopLive()
  const form = document.createElement('form')
  form.method = 'post'
  form.action = '/auth/sign-out/'
  document.body.append(form)
  await addToken(form)
  form.submit()
}
