import { say } from './say.ts'
import { torment } from './torture/torment.ts'

/**
 * `npm run torture`: writes acknowledged by a 2xx survive `kill -9` of the server and the database.
 */
const began = Date.now()
const torture = { kills: 10, writers: 20, calmMs: 4_000 }
const { acknowledged, failed, faults } = await torment(torture, say)
for (const fault of faults.slice(0, 50)) say(fault)
const lost = faults.filter((fault) => fault.startsWith('lost')).length
const seconds = Math.round((Date.now() - began) / 1000)
say(`${acknowledged} acknowledged, ${lost} lost (${failed} refused, ${seconds} s)`)
if (faults.length > lost) say(`${faults.length - lost} other faults`)
process.exitCode = faults.length > 0 || acknowledged === 0 ? 1 : 0
