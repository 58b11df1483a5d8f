import {
  ACCEPTED,
  canChangeIntakeItem,
  canDecideIntake,
  DECLINED,
  DUPLICATE,
  type IntakeEdits,
  type IntakeItemDetail,
  type IntakeItemPatch,
  isAsleep,
  isOpenInIntake,
  PENDING,
  SNOOZED,
} from '@cairn/contract'
import {
  ArrowUpRight,
  Check,
  Clock,
  ClockFading,
  Copy,
  Ellipsis,
  Link as LinkIcon,
  Trash2,
  X,
} from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { copyAddress, copyItemLink } from '#entities/work-item/copy-item.ts'
import { archivedItemAddress, itemAddress } from '#entities/work-item/item-address.ts'
import { useItemPage } from '#entities/work-item/item-context.ts'
import { Button, buttonLook } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { Presence } from '#ui/platform/presence.tsx'
import { useSmallScreen } from '#ui/platform/use-small-screen.ts'
import { useChangeIntakeItem, useRemoveIntakeItem } from './hooks.ts'
import { intakeAddress } from './intake-address.ts'

const WorkItemDialog = lazy(() => import('#features/work-item-dialog/work-item-dialog.tsx'))
const ParentDialog = lazy(() => import('#entities/work-item/parent-dialog.tsx'))
const SnoozeDialog = lazy(() => import('./snooze-dialog.tsx'))

interface IntakeActionsProps {
  item: IntakeItemDetail
  /** Called after a decision or deletion: opens the next one. Returns a function to come back. */
  onDecided: () => () => void
}

/** The two final decisions, side by side. */
const verdicts = [
  { name: 'accept', icon: <Icon of={Check} className="text-success" /> },
  { name: 'decline', icon: <Icon of={X} className="text-danger" /> },
] as const

type Asked = 'accept' | 'decline' | 'snooze' | 'duplicate' | 'delete'

/** Decisions and actions for a request. */
export function IntakeActions({ item, onDecided }: IntakeActionsProps) {
  const { t } = useTranslation()
  const { slug, project, key, isArchived } = useItemPage()
  const { id: user_id } = useMe()
  const small = useSmallScreen()
  const place = { slug, project_id: project.id }
  const change = useChangeIntakeItem(place)
  const remove = useRemoveIntakeItem(place)
  const [asked, setAsked] = useState<Asked>()
  const { issue } = item
  const caller = { user_id, project_role: project.member_role ?? 0 }
  const isOpen = isOpenInIntake(item)
  const decides = isOpen && canDecideIntake(caller)
  const removes = isOpen && canChangeIntakeItem(caller, issue)
  const asleep = isAsleep(item, Date.now())
  const close = () => setAsked((now) => (now === asked ? undefined : now))

  function decide(patch: IntakeItemPatch) {
    const goBack = onDecided()
    change.mutate({ item, patch }, { onFailure: goBack })
  }

  /** The form stays open until the server has accepted: its input is not lost. */
  const accept = (issue: IntakeEdits) =>
    new Promise<boolean>((resolve) => {
      change.mutate(
        { item, patch: { status: ACCEPTED, issue } },
        {
          onSuccess: () => {
            resolve(true)
            close()
            onDecided()
            toast({ kind: 'success', title: t('intake.accepted', { key }) })
          },
          onFailure: () => resolve(false),
        },
      )
    })

  function handleDelete() {
    close()
    const goBack = onDecided()
    remove.mutate(issue.id, {
      onSuccess: () => toast({ kind: 'success', title: t('intake.deleted', { key }) }),
      onFailure: goBack,
    })
  }

  const isItem = item.status === ACCEPTED
  const address = isArchived
    ? archivedItemAddress(slug, project.id, issue.id)
    : itemAddress(slug, key)
  const copyLink = () =>
    void (isItem && !isArchived
      ? copyItemLink(slug, key)
      : copyAddress(isItem ? address : intakeAddress(slug, project.id, item)))

  return (
    <>
      {decides &&
        verdicts.map(({ name, icon }) =>
          small ? (
            <IconButton
              key={name}
              variant="outlined"
              icon={icon}
              label={t(`intake.${name}`)}
              onClick={() => setAsked(name)}
            />
          ) : (
            <Button key={name} icon={icon} onClick={() => setAsked(name)}>
              {t(`intake.${name}`)}
            </Button>
          ),
        )}
      {isItem && (
        <a href={address} className={buttonLook()}>
          <Icon of={ArrowUpRight} className="text-ink-3" />
          {t(small ? 'intake.open_short' : 'intake.open_item')}
        </a>
      )}
      {!decides && <IconButton icon={LinkIcon} label={t('item.copy_link')} onClick={copyLink} />}
      {(decides || removes) && (
        <Menu
          align="end"
          trigger={<IconButton icon={Ellipsis} label={t('item.more')} />}
          items={[
            decides &&
              (asleep
                ? {
                    label: t('intake.unsnooze'),
                    icon: ClockFading,
                    onSelect: () => decide({ status: PENDING, snoozed_till: null }),
                  }
                : {
                    label: t('intake.snooze.action'),
                    icon: Clock,
                    onSelect: () => setAsked('snooze'),
                  }),
            decides && {
              label: t('intake.mark_duplicate'),
              icon: Copy,
              onSelect: () => setAsked('duplicate'),
            },
            decides && { label: t('item.copy_link'), icon: LinkIcon, onSelect: copyLink },
            decides && removes && 'line',
            removes && {
              label: t('item.delete'),
              icon: Trash2,
              danger: true,
              onSelect: () => setAsked('delete'),
            },
          ]}
        />
      )}
      <Suspense>
        <Presence>
          {asked === 'accept' && (
            <WorkItemDialog
              slug={slug}
              // The triage state cannot be selected by users.
              intent={{ ...issue, state_id: null, item: issue, accept }}
              onClose={close}
            />
          )}
        </Presence>
        <Presence>
          {asked === 'snooze' && (
            <SnoozeDialog
              onSnooze={(snoozed_till) => decide({ status: SNOOZED, snoozed_till })}
              onClose={close}
            />
          )}
        </Presence>
        <Presence>
          {asked === 'duplicate' && (
            <ParentDialog
              {...place}
              item_id={issue.id}
              other={{
                title: t('intake.choose_original', { key }),
                wanted: { issue_relation: 'true', issue_id: issue.id },
              }}
              onPick={({ id }) => decide({ status: DUPLICATE, duplicate_to: id })}
              onClose={close}
            />
          )}
        </Presence>
      </Suspense>
      <ConfirmDialog
        open={asked === 'decline'}
        onClose={close}
        onConfirm={() => {
          close()
          decide({ status: DECLINED })
        }}
        icon={X}
        title={t('intake.decline_title', { key })}
        confirmLabel={t('intake.decline')}
      >
        {t('intake.decline_text')}
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'delete'}
        onClose={close}
        onConfirm={handleDelete}
        title={t('intake.delete_title', { key })}
        confirmLabel={t('item.delete')}
      >
        {t('intake.delete_text', { name: issue.name })}
      </ConfirmDialog>
    </>
  )
}
