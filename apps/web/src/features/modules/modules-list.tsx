import type { Module } from '@cairn/contract'
import { Check, Info } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { SyncTagOf } from '#entities/frame/sync-tag.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { ProgressRing } from '#ui/feedback/progress.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { ContextMenu } from '#ui/overlays/context-menu.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import type { ModuleLayoutProps } from './layout-props.ts'
import { ModuleActions } from './module-actions.tsx'
import { ModuleDates } from './module-dates.tsx'
import { shareOf } from './module-filters.ts'
import { ModuleName } from './module-name.tsx'
import { LeadPicker } from './module-people.tsx'
import { ModuleStatusTag } from './module-status.tsx'

export default function ModulesList(props: ModuleLayoutProps) {
  const { t } = useTranslation()
  return (
    <ul aria-label={t('modules.heading')}>
      {props.modules.map((module) => (
        <ModuleRow key={module.id} module={module} {...props} />
      ))}
    </ul>
  )
}

function ModuleRow(props: ModuleLayoutProps & { module: Module }) {
  const { slug, project_id, module, menu, onChange, peeked, onPeek } = props
  const { t } = useTranslation()
  const { id, name, status, lead_id } = module
  const share = shareOf(module)
  return (
    <li>
      <ContextMenu items={() => menu.entries(module)}>
        <div
          className={classNames(
            'group/module relative flex min-h-11 max-md:flex-wrap items-center gap-x-3 gap-y-1 border-b border-line-subtle py-1.5 pr-3 pl-4 max-md:py-3 hover:bg-hover hover:[--row-bg:var(--hover)]',
            peeked === id && 'bg-selected shadow-[inset_2px_0_0_var(--accent)]',
          )}
        >
          <div className="flex min-w-0 grow items-center gap-2.5 max-md:w-full max-md:pr-24">
            {share === 1 ? (
              <span className="grid size-5 shrink-0 place-items-center rounded-full bg-success text-on-accent">
                <Icon of={Check} size={12} />
                <span className="sr-only">{t('modules.all_done')}</span>
              </span>
            ) : (
              <span className="shrink-0">
                <ProgressRing share={share} label={t('modules.progress_of', { name })} size={20} />
              </span>
            )}
            <ModuleName
              slug={slug}
              module={module}
              onPeek={onPeek}
              className="font-medium max-md:text-[15px]"
            />
            <SyncTagOf id={id} />
            <IconButton
              size="sm"
              iconSize={14}
              icon={Info}
              label={t('modules.details_of', { name })}
              className="relative z-1 until-hover group-focus-within/module:opacity-100 group-hover/module:opacity-100 max-md:hidden"
              onClick={() => onPeek(id)}
            />
          </div>
          <div className="relative z-1 flex shrink-0 items-center gap-2 max-md:w-full max-md:pl-7.5">
            <ModuleDates
              {...module}
              onChange={onChange && ((dates) => onChange(id, dates))}
              look="ghost"
            />
            <span className="flex w-24 justify-end max-md:w-auto">
              <ModuleStatusTag
                status={status}
                onChange={onChange && ((next) => onChange(id, { status: next }))}
              />
            </span>
            <LeadPicker
              slug={slug}
              project_id={project_id}
              value={lead_id}
              look="ghost"
              align="end"
              disabled={!onChange}
              onChange={(lead) => onChange?.(id, { lead_id: lead })}
            />
            <span className="flex w-13 items-center justify-end max-md:absolute max-md:-top-7 max-md:right-0 max-md:w-18 max-md:justify-between">
              <ModuleActions module={module} menu={menu} />
            </span>
          </div>
        </div>
      </ContextMenu>
    </li>
  )
}
