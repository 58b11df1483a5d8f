import { canManageTemplate, type ItemTemplate, MEMBER, type Project } from '@cairn/contract'
import { Ellipsis, Pause, Pencil, Play, Plus, Repeat, Trash2, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { useRecur, useRemoveItemTemplate } from '#entities/item-template/change-hooks.ts'
import { useItemTemplates } from '#entities/item-template/hooks.ts'
import { useSettingsProject } from '#entities/project/use-settings-project.ts'
import { Button } from '#ui/controls/button.tsx'
import { Panel, SettingsPage } from '#ui/controls/form-layout.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { longDate } from '#ui/dates/day.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { NotAuthorized } from '#ui/feedback/not-authorized.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Tag } from '#ui/people/badge.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { counted } from '#ui/platform/number.ts'
import { Presence } from '#ui/platform/presence.tsx'
import { useRuleText } from './rule-text.ts'

const TemplateDialog = lazy(() => import('./template-dialog.tsx'))
const RecurrenceDialog = lazy(() => import('./recurrence-dialog.tsx'))

/** The work item templates of a project, and when items recur by them. */
export function ItemTemplatesScreen() {
  const { t } = useTranslation()
  const { slug, project } = useSettingsProject((name) => t('item_templates.page_title', { name }))
  if (!project) return null
  if ((project.member_role ?? 0) < MEMBER) {
    return <NotAuthorized text={t('project_settings.not_authorized')} />
  }
  return <Templates slug={slug} project={project} />
}

interface Edited {
  /** Undefined for a new one. */
  template: ItemTemplate | undefined
}

function Templates({ slug, project }: { slug: string; project: Project }) {
  const { t } = useTranslation()
  const scope = { slug, project_id: project.id }
  const templates = useItemTemplates(scope)
  const remove = useRemoveItemTemplate(scope)
  const [repeated, setRepeated] = useState<ItemTemplate>()
  const [removed, setRemoved] = useState<ItemTemplate>()
  const [edited, setEdited] = useState<Edited>()
  const edit = (template?: ItemTemplate) => setEdited({ template })

  function list() {
    if (!templates) return <SkeletonRows count={3} />
    if (templates.length === 0) {
      return (
        <EmptyState title={t('item_templates.none')}>{t('item_templates.none_text')}</EmptyState>
      )
    }
    return (
      <Panel>
        <ul aria-label={t('item_templates.title')} className="divide-y divide-line-subtle">
          {templates.map((template) => (
            <li key={template.id}>
              <TemplateRow
                slug={slug}
                project={project}
                template={template}
                onEdit={() => edit(template)}
                onRepeat={() => setRepeated(template)}
                onRemove={() => setRemoved(template)}
              />
            </li>
          ))}
        </ul>
      </Panel>
    )
  }

  return (
    <SettingsPage
      title={t('item_templates.title')}
      description={t('item_templates.text')}
      action={
        <Button variant="primary" icon={Plus} onClick={() => edit()}>
          {t('item_templates.new')}
        </Button>
      }
    >
      <div className="mt-6">{list()}</div>
      <Suspense>
        <Presence>
          {edited && (
            <TemplateDialog
              slug={slug}
              project={project}
              template={edited.template}
              onClose={() => setEdited(undefined)}
            />
          )}
        </Presence>
        <Presence>
          {repeated && (
            <RecurrenceDialog
              slug={slug}
              project={project}
              template={repeated}
              onClose={() => setRepeated(undefined)}
            />
          )}
        </Presence>
      </Suspense>
      {removed && (
        <ConfirmDialog
          open
          title={t('item_templates.delete_question', { name: removed.name })}
          confirmLabel={t('item_templates.delete')}
          onClose={() => setRemoved(undefined)}
          onConfirm={() => {
            setRemoved(undefined)
            remove.mutate(removed.id)
          }}
        >
          {t('item_templates.delete_text')}
        </ConfirmDialog>
      )}
    </SettingsPage>
  )
}

interface TemplateRowProps {
  slug: string
  project: Project
  template: ItemTemplate
  onEdit: () => void
  onRepeat: () => void
  onRemove: () => void
}

function TemplateRow(props: TemplateRowProps) {
  const { slug, project, template, onEdit, onRepeat, onRemove } = props
  const { t } = useTranslation()
  const { id: user_id } = useMe()
  const ruleText = useRuleText()
  const recur = useRecur({ slug, project_id: project.id })
  const { id, name, items, recurrence } = template
  const mayManage = canManageTemplate({ user_id, role: project.member_role ?? 0 }, template)
  const [next] = recurrence?.next_days ?? []
  const subItems = items.length - 1

  const pause = (is_paused: boolean) => {
    if (!recurrence) return
    const { rule, starts_on, time } = recurrence
    recur.mutate({ id, recurrence: { rule, starts_on, time, is_paused } })
  }

  return (
    <div className="flex min-h-10.5 items-center gap-2.5 py-2 pr-2 pl-4">
      <div className="min-w-0 grow">
        <p className="truncate font-medium">{name}</p>
        <p className="text-small text-ink-2">
          {[
            subItems > 0 && t('item_templates.sub_items', counted(subItems)),
            recurrence && `${ruleText(recurrence.rule)}, ${recurrence.time}`,
            next && t('item_templates.next', { days: longDate(next) }),
            recurrence &&
              recurrence.created_count > 0 &&
              t('item_templates.created', counted(recurrence.created_count)),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {recurrence?.is_paused && <Tag>{t('item_templates.paused')}</Tag>}
      {recurrence && !recurrence.is_paused && !next && <Tag>{t('item_templates.ended')}</Tag>}
      {mayManage && !recurrence && (
        <Button
          size="sm"
          variant="ghost"
          icon={Repeat}
          aria-label={t('item_templates.repeat_named', { name })}
          onClick={onRepeat}
        >
          {t('item_templates.repeat')}
        </Button>
      )}
      {mayManage && (
        <Menu
          align="end"
          trigger={
            <IconButton size="sm" icon={Ellipsis} label={t('states.actions_for', { name })} />
          }
          items={[
            {
              label: t('item_templates.edit'),
              icon: Pencil,
              opens: 'dialog',
              onSelect: onEdit,
            },
            recurrence && {
              label: t('item_templates.change_rule'),
              icon: Repeat,
              opens: 'dialog',
              onSelect: onRepeat,
            },
            recurrence && {
              label: t(recurrence.is_paused ? 'item_templates.resume' : 'item_templates.pause'),
              icon: recurrence.is_paused ? Play : Pause,
              onSelect: () => pause(!recurrence.is_paused),
            },
            recurrence && {
              label: t('item_templates.end'),
              icon: X,
              onSelect: () => recur.mutate({ id, recurrence: null }),
            },
            'line',
            {
              label: t('item_templates.delete'),
              icon: Trash2,
              danger: true,
              opens: 'dialog',
              onSelect: onRemove,
            },
          ]}
        />
      )}
    </div>
  )
}
