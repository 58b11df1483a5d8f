import { forgetLeftTexts } from '#data/left-texts.ts'

/** What posts forms, and its words, is loaded by those who leave. */
export async function signOut() {
  const { forgetTexts } = await import('#entities/page/saved-texts.ts')
  await forgetTexts()
  forgetLeftTexts()
  const form = await import('./form-post.ts')
  await form.signOut()
}
