import { type Module, noPoints, scopeOf } from '@cairn/contract'
import { Info } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { SyncTagOf } from '#entities/frame/sync-tag.tsx'
import { GroupBar } from '#entities/progress/group-bar.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { ContextMenu } from '#ui/overlays/context-menu.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import type { ModuleLayoutProps } from './layout-props.ts'
import { ModuleActions } from './module-actions.tsx'
import { ModuleDates } from './module-dates.tsx'
import { ModuleName } from './module-name.tsx'
import { LeadPicker } from './module-people.tsx'
import { ModuleStatusTag } from './module-status.tsx'

export default function ModulesBoard(props: ModuleLayoutProps) {
  const { t } = useTranslation()
  return (
    <ul
      aria-label={t('modules.heading')}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(300px,100%),1fr))] gap-3 p-4"
    >
      {props.modules.map((module) => (
        <ModuleCard key={module.id} module={module} {...props} />
      ))}
    </ul>
  )
}

function ModuleCard(props: ModuleLayoutProps & { module: Module }) {
  const { slug, project_id, module, menu, onChange, peeked, onPeek } = props
  const { t } = useTranslation()
  const { id, name, status, lead_id, completed_issues } = module
  const share = t('modules.done_of', { done: completed_issues, total: scopeOf(module) })
  return (
    <li>
      <ContextMenu items={() => menu.entries(module)}>
        <article
          aria-label={name}
          className={classNames(
            'group/module relative flex h-full flex-col gap-3 rounded-lg border bg-surface p-4',
            peeked === id ? 'border-accent' : 'border-line hover:border-line-strong',
          )}
        >
          <div className="flex min-w-0 items-center gap-2">
            <h2 className="min-w-0 grow font-medium">
              <ModuleName
                slug={slug}
                module={module}
                onPeek={onPeek}
                className="before:rounded-lg"
              />
            </h2>
            <span className="relative z-1 flex shrink-0 items-center gap-1">
              <SyncTagOf id={id} />
              <ModuleStatusTag
                status={status}
                onChange={onChange && ((next) => onChange(id, { status: next }))}
              />
              <IconButton
                size="sm"
                iconSize={14}
                icon={Info}
                label={t('modules.details_of', { name })}
                onClick={() => onPeek(id)}
              />
            </span>
          </div>
          <div className="flex items-center justify-between gap-2">
            <span className="text-small text-ink-2 tabular-nums">{share}</span>
            <span className="relative z-1">
              <LeadPicker
                slug={slug}
                project_id={project_id}
                value={lead_id}
                look="ghost"
                align="end"
                disabled={!onChange}
                onChange={(lead) => onChange?.(id, { lead_id: lead })}
              />
            </span>
          </div>
          <span className="relative z-1">
            <GroupBar numbers={{ ...noPoints, ...module }} />
          </span>
          <div className="mt-auto flex items-center justify-between gap-2">
            <span className="relative z-1 min-w-0">
              <ModuleDates
                {...module}
                align="start"
                onChange={onChange && ((dates) => onChange(id, dates))}
              />
            </span>
            <span className="relative z-1 flex shrink-0 items-center">
              <ModuleActions module={module} menu={menu} />
            </span>
          </div>
        </article>
      </ContextMenu>
    </li>
  )
}
