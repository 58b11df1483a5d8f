// Loaded when the first password is checked: an idle server needs no native hashing.
const loadArgon = () => import('@node-rs/argon2')

export const hashPassword = async (password: string) => (await loadArgon()).hash(password)

export async function matchesPassword(hashed: string, password: string): Promise<boolean> {
  const { verify } = await loadArgon()
  return verify(hashed, password).catch(() => false)
}

let absent: Promise<string> | undefined

/** For accounts that do not exist: the response takes as long as for one that does. */
export async function spendTime(password: string): Promise<void> {
  absent ??= hashPassword('nobody has this password')
  await matchesPassword(await absent, password)
}

/** Longer ones are cut for the estimate only: its time grows fast with the length. */
const ESTIMATED = 72

/** At least 8 characters and a zxcvbn score of 3. */
export async function isStrongPassword(password: string): Promise<boolean> {
  if (password.length < 8 || password.length > 1024) return false
  const score = await loadEstimate()
  return score(password.slice(0, ESTIMATED)) >= 3
}

let estimate: Promise<(password: string) => number> | undefined

/** The dictionaries weigh 10 MB in memory: they are loaded when the first password is chosen. */
function loadEstimate(): Promise<(password: string) => number> {
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
    return (password: string) => zxcvbn.check(password).score
  })()
  return estimate
}
