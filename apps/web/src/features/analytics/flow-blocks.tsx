import { ThroughputCard } from './flow-charts.tsx'
import { HistoryCards } from './history-cards.tsx'
import { useFollowAnalytics } from './hooks.ts'
import type { WorkspaceScope } from './scope.ts'

/** How work flows: how long it takes, how much is completed, and where it waits. */
export function FlowBlocks({ scope }: { scope: WorkspaceScope }) {
  useFollowAnalytics(scope)
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      <HistoryCards scope={scope} />
      <ThroughputCard scope={scope} />
    </div>
  )
}
