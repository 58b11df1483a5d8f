import type { Cycle } from '@cairn/contract'
import { ChevronsUpDown } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { CycleIcon } from '#entities/cycle/cycle-icon.tsx'
import { Combobox } from '#ui/controls/combobox.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Crumb } from '#ui/layout/breadcrumbs.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { navigate } from '#ui/router/router.ts'
import { sectionsOf } from './cycle-sections.ts'
import { statusNow } from './cycle-status.tsx'

interface CycleCrumbProps {
  slug: string
  cycle: Cycle | undefined
  cycles: readonly Cycle[]
}

/** The current cycle, with a menu of the others. */
export function CycleCrumb({ slug, cycle, cycles }: CycleCrumbProps) {
  const { t } = useTranslation()
  const { active, upcoming, drafts, completed } = sectionsOf(cycles, Date.now())
  return (
    <Crumb
      current
      icon={cycle && <CycleIcon status={statusNow(cycle)} />}
      after={
        cycles.length > 1 &&
        cycle && (
          <Combobox
            label={t('cycles.switch')}
            trigger={
              <IconButton
                size="sm"
                icon={ChevronsUpDown}
                iconSize={14}
                label={t('cycles.switch')}
                className="-ml-1"
              />
            }
            options={[...active, ...upcoming, ...drafts, ...completed].map((one) => ({
              value: one.id,
              label: one.name,
              icon: <CycleIcon status={statusNow(one)} />,
            }))}
            value={cycle.id}
            onChange={(cycleId) =>
              void navigate({
                to: '/$slug/projects/$projectId/cycles/$cycleId/',
                params: { slug, projectId: cycle.project_id, cycleId },
              })
            }
          />
        )
      }
    >
      <Tooltip label={cycle?.name}>
        <h1 className="truncate">{cycle?.name}</h1>
      </Tooltip>
    </Crumb>
  )
}
