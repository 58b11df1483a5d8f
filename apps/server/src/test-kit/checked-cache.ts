import type { ResponseCache } from '#product/response-cache.ts'

/** Compares every cached response in every test with a fresh one: none may be outdated. */
export const checked = (cache: ResponseCache): ResponseCache => ({
  once: cache.once,
  async answer(project_id, key, make, left) {
    const given = () => cache.answer(project_id, key, make, left)
    let answer = await given()
    // An empty response only says that nothing can be shared. Another request may be writing: then
    // the next response matches.
    for (let tries = 0; answer.body.length && `${answer.body}` !== (await make()); tries += 1) {
      if (tries === 5) throw new Error(`an answer out of date was remembered for ${key}`)
      answer = await given()
    }
    return answer
  },
})
