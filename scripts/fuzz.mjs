import './require-node.mjs'
import { parseArgs } from 'node:util'
import { ensureInstalled } from './install.mjs'
import { main, say } from './terminal.mjs'
import { show, toolEnv } from './tools.mjs'

/** `npm run fuzz -- --minutes 20 --seed 7 --only "GET /api/v1/"`; without a seed, another one each time. */
main(async () => {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '20' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
      only: { type: 'string', default: '' },
    },
  })
  await ensureInstalled()
  say(`Fuzzing for ${values.minutes} minutes with seed ${values.seed}.`)
  const env = toolEnv({
    FUZZ_SECONDS: String(Math.round(Number(values.minutes) * 60)),
    FUZZ_SEED: values.seed,
    FUZZ_ONLY: values.only,
    FUZZ_LOG: 'error',
  })
  const { code } = await show('vitest', ['run', 'apps/server/src/kernel/http/fuzz.test.ts'], {
    env,
  })
  return code
})
