import { sentenceIn } from './error-sentence.ts'

/** A server response as shown to the user. */
export interface Refusal {
  /** Undefined if it means nothing to users. */
  sentence?: string
  /** The server's text if it is unknown, shown as details on request. */
  said?: string
}

type Tell = (said: string, status: number) => Refusal

let loading: Promise<Tell> | undefined

/** Not part of the first screen: loaded after it, or by the first refusal. */
export function loadRefusals(): Promise<Tell> {
  loading ??= import('./known-refusals.ts').then(
    ({ knownMessage }) => knownMessage,
    () => {
      loading = undefined
      return () => ({})
    },
  )
  return loading
}

export async function refusalMessage(body: unknown, status: number): Promise<Refusal> {
  const said = sentenceIn(body)
  return said ? (await loadRefusals())(said, status) : {}
}
