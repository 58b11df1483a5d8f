export type Strength = 'empty' | 'too_short' | 'unknown' | 'weak' | 'strong'

/** The server applies the same rule: eight characters, and a zxcvbn score of three. */
export function strengthOf(password: string, score: number | undefined): Strength {
  if (password === '') return 'empty'
  if (password.length < 8) return 'too_short'
  if (score === undefined) return 'unknown'
  return score >= 3 ? 'strong' : 'weak'
}

export type Estimate = (password: string) => number

let estimate: Promise<Estimate> | undefined

// Estimation time grows fast with the length; the server truncates at the same length.
const ESTIMATED = 72

/** The dictionaries are large: they are loaded with the first password field. */
export function loadEstimate(): Promise<Estimate> {
  estimate ??= (async () => {
    const [{ ZxcvbnFactory }, common, english] = await Promise.all([
      import('@zxcvbn-ts/core'),
      import('@zxcvbn-ts/language-common'),
      import('@zxcvbn-ts/language-en'),
    ])
    const zxcvbn = new ZxcvbnFactory({
      dictionary: { ...common.dictionary, ...english.dictionary },
      graphs: common.adjacencyGraphs,
      translations: english.translations,
    })
    return (password: string) => zxcvbn.check(password.slice(0, ESTIMATED)).score
  })()
  return estimate
}
