import { authApi } from '@cairn/contract'
import { type FormEvent, useEffect, useState } from 'react'
import { call } from '#data/api.ts'
import { clearCachedAnswers } from '#data/cached-answers.ts'
import { t } from '#data/i18n.ts'
import { stopLive } from '#data/live.ts'
import { sentenceOf } from '#data/notify-failure.ts'
import { setTheme } from '#ui/theme/theme.ts'

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
      setProblem(sentenceOf(error) ?? String(error))
    }
  }

  return { busy, problem, post }
}

async function tokenForm(action: string): Promise<HTMLFormElement> {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = action
  document.body.append(form)
  try {
    await addToken(form)
  } catch {
    form.remove()
    throw new Error(t('auth.no_token'))
  }
  return form
}

/** What this browser kept of whoever was signed in. */
async function forgetPerson() {
  stopLive()
  await clearCachedAnswers().catch(() => undefined)
  setTheme('system')
  try {
    localStorage.clear()
    sessionStorage.clear()
  } catch {
    // Refused in some private windows: then nothing was kept either.
  }
}

/** Ends the session and what this browser kept of it; the server sends it to the sign-in page. */
export async function signOut() {
  const form = await tokenForm('/auth/sign-out/')
  await forgetPerson()
  form.submit()
}

/** The same from the public site, where one stays on the page one is on. */
export async function signOutOfSite(next_path: string) {
  const form = await tokenForm('/auth/spaces/sign-out/')
  const field = document.createElement('input')
  field.type = 'hidden'
  field.name = 'next_path'
  field.value = next_path
  form.append(field)
  await forgetPerson()
  form.submit()
}

/** Ends the administrator's session, and no other. */
export async function signOutAdmin() {
  const form = await tokenForm('/api/instances/admins/sign-out/')
  form.submit()
}
