import type { PushDevice } from '@cairn/contract'
import { Monitor, Smartphone } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { describeAgent, isPhone } from '#entities/account/describe-agent.ts'
import { Button } from '#ui/controls/button.tsx'
import { Panel, PanelRow } from '#ui/controls/form-layout.tsx'
import { RelativeTime } from '#ui/dates/relative-time.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Tag } from '#ui/people/badge.tsx'

interface PushDevicesProps {
  devices: readonly PushDevice[]
  own: PushDevice | undefined
  onRemove: (device: PushDevice) => void
}

export function PushDevices({ devices, own, onRemove }: PushDevicesProps) {
  const { t } = useTranslation()

  function nameOf({ user_agent }: PushDevice) {
    const { browser, system } = describeAgent(user_agent)
    if (!browser) return t('sessions.unknown')
    return t(system ? 'sessions.browser_on' : 'sessions.browser', { browser, system })
  }

  return (
    <div className="mt-2">
      <Panel>
        {devices.map((device) => (
          <PanelRow key={device.id}>
            <Icon of={isPhone(device.user_agent) ? Smartphone : Monitor} className="text-ink-3" />
            <span className="min-w-0 grow py-1">
              <span className="flex items-center gap-2 font-medium">
                {nameOf(device)}
                {device.id === own?.id && <Tag tone="success">{t('push.current')}</Tag>}
              </span>
              <span className="block truncate text-small text-ink-3">
                {`${t('push.added')} `}
                <RelativeTime at={device.created_at} />
                {device.last_used_at && (
                  <>
                    {` · ${t('push.last_used')} `}
                    <RelativeTime at={device.last_used_at} />
                  </>
                )}
              </span>
            </span>
            <Button
              size="sm"
              variant="ghost"
              aria-label={t('push.remove_named', { name: nameOf(device) })}
              onClick={() => onRemove(device)}
            >
              {t('push.remove')}
            </Button>
          </PanelRow>
        ))}
      </Panel>
    </div>
  )
}
