import type { Benchmark } from './harness.ts'
import { filteredList } from './lists.ts'
import { compareRates } from './throughput.ts'

export const listWithFilters: Benchmark = {
  id: 'B2',
  how: 'eight connections read a list of fifty with filters, against a bare server sending the same bytes',
  async run(stage) {
    const opened = await stage()
    const rates = await compareRates(
      opened.server.origin,
      opened.cookie,
      await filteredList(opened),
    )
    const what = 'list of 50 with filters'
    return [{ id: 'B2', what, ...rates, target: 0.6, better: 'more', unit: '/s' }]
  },
}
