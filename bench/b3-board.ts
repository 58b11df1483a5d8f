import type { Benchmark } from './harness.ts'
import { board } from './lists.ts'
import { compareRates } from './throughput.ts'

export const boardWithTotals: Benchmark = {
  id: 'B3',
  how: 'eight connections read a board of fifty rows in each state with totals, against a bare server sending the same bytes',
  async run(stage) {
    const opened = await stage()
    const rates = await compareRates(opened.server.origin, opened.cookie, board(opened))
    const what = 'board of 50 a state with totals'
    return [{ id: 'B3', what, ...rates, target: 0.6, better: 'more', unit: '/s' }]
  },
}
