import { afterFirstScreen } from '#ui/platform/first-screen.ts'

type Answers = Record<string, unknown>

const preloaded =
  typeof document === 'undefined' ? undefined : document.getElementById('first-answers')
const page: { cursor?: string; answers: Answers } = preloaded
  ? JSON.parse(preloaded.textContent)
  : { answers: {} }
let { cursor, answers } = page
let recalled = false

// What comes later asks for itself.
void afterFirstScreen().then(() => {
  if (!recalled) answers = {}
})

/** A page that the server sent brings its answers along; one that this browser kept does not. */
export const isFromServer = preloaded !== null

/** What this browser kept takes their place, until the server can be asked. */
export function recallAnswers(cached: Answers) {
  answers = cached
  recalled = true
  // Of no time: everything is read again once the server is there.
  cursor = 'recalled'
}

export const isRecalled = () => recalled

export function dropAnswers() {
  answers = {}
  recalled = false
}

/** What is known for this call; once, because asking again means wanting to know anew. */
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
