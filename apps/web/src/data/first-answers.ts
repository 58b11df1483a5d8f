import { afterFirstScreen } from '#ui/platform/first-screen.ts'

type Answers = Record<string, unknown>

const preloaded =
  typeof document === 'undefined' ? undefined : document.getElementById('first-answers')
const page: { cursor?: string; answers: Answers } = preloaded
  ? JSON.parse(preloaded.textContent)
  : { answers: {} }
let { cursor, answers } = page
let recalled = false

// Later requests go to the server.
void afterFirstScreen().then(() => {
  if (!recalled) answers = {}
})

/** A page from the server contains its answers; one cached by this browser does not. */
export const isFromServer = preloaded !== null

/** Uses answers cached by this browser instead, until the server can be reached. */
export function recallAnswers(cached: Answers) {
  answers = cached
  recalled = true
  // Not a valid cursor: everything is read again once the server is reachable.
  cursor = 'recalled'
}

export const isRecalled = () => recalled

export function dropAnswers() {
  answers = {}
  recalled = false
}

/** The preloaded answer to this request; only once, because a repeated request wants fresh data. */
export function takeAnswer(url: string): unknown {
  const answer = answers[url]
  delete answers[url]
  return answer
}

export function takeCursor(): string | undefined {
  const taken = cursor
  cursor = undefined
  return taken
}
