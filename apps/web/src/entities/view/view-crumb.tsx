import { type View, viewAccess } from '@cairn/contract'
import { ChevronsUpDown, Lock, LockKeyhole } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Combobox, type Option } from '#ui/controls/combobox.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Crumb } from '#ui/layout/breadcrumbs.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { Tag } from '#ui/people/badge.tsx'
import { viewLogo } from './view-logo.tsx'

interface SwitcherProps {
  value: string
  options: readonly Option[]
  onChange: (value: string) => void
}

/** A menu of the sibling views. */
export function ViewSwitcher({ value, options, onChange }: SwitcherProps) {
  const { t } = useTranslation()
  return (
    <Combobox
      label={t('views.switch')}
      trigger={
        <IconButton
          size="sm"
          icon={ChevronsUpDown}
          iconSize={14}
          label={t('views.switch')}
          className="-ml-1"
        />
      }
      options={options}
      value={value}
      onChange={onChange}
    />
  )
}

interface ViewCrumbProps extends Omit<SwitcherProps, 'value'> {
  view: View
}

/** The current view, with its details. */
export function ViewCrumb({ view, ...switcher }: ViewCrumbProps) {
  return (
    <Crumb
      current
      icon={viewLogo(view)}
      after={
        <>
          <ViewSwitcher value={view.id} {...switcher} />
          <ViewMarks view={view} />
        </>
      }
    >
      <Tooltip label={view.description || view.name}>
        <h1 className="truncate">{view.name}</h1>
      </Tooltip>
    </Crumb>
  )
}

function ViewMarks({ view }: { view: View }): ReactNode {
  const { t } = useTranslation()
  return (
    <>
      {view.access === viewAccess.private && (
        <Tooltip label={t('views.private_hint')}>
          <span className="inline-flex">
            <Icon of={Lock} size={14} className="text-ink-3" />
            <span className="sr-only">{t('views.private')}</span>
          </span>
        </Tooltip>
      )}
      {view.is_locked && (
        <Tooltip label={t('views.locked_hint')}>
          <span className="inline-flex">
            <Tag>
              <Icon of={LockKeyhole} size={12} />
              {t('views.locked')}
            </Tag>
          </span>
        </Tooltip>
      )}
    </>
  )
}
