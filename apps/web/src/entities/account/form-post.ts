import { authApi } from '@cairn/contract'
import { type FormEvent, useEffect, useState } from 'react'
import { call } from '#data/api.ts'
import { clearCachedAnswers } from '#data/clear-cached-answers.ts'
import { t } from '#data/i18n.ts'
import { clearStorageOf } from '#data/left-texts.ts'
import { stopLive } from '#data/live.ts'
import { sentenceOf } from '#data/notify-failure.ts'
import { queryClient } from '#data/query-client.ts'
import { setTheme } from '#ui/theme/theme.ts'
import { session } from './hooks.ts'

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
    // The back button may restore this page in its busy state.
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
      setProblem(sentenceOf(error) ?? t('errors.something_wrong'))
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

/** Removes everything this browser stored for the signed-in user. */
async function forgetPerson() {
  stopLive()
  await clearCachedAnswers().catch(() => undefined)
  setTheme('system')
  try {
    clearStorageOf(queryClient.getQueryData(session.queryKey)?.id)
    sessionStorage.clear()
  } catch {
    // Refused in some private windows: then nothing was stored either.
  }
}

/**
 * Ends the session and removes its data in this browser; the server redirects to the sign-in page.
 */
export async function signOut() {
  const form = await tokenForm('/auth/sign-out/')
  await forgetPerson()
  form.submit()
}

/** The same for the public site, where the user stays on the page. */
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

/** Ends only the admin's session. */
export async function signOutAdmin() {
  const form = await tokenForm('/api/instances/admins/sign-out/')
  form.submit()
}
