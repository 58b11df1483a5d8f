import { Plus } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import { SettingRow } from '#ui/controls/field.tsx'
import { Panel, PanelRow, SettingsPage, SettingsSection } from '#ui/controls/form-layout.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { StateIcon } from '#ui/icons/state-icon.tsx'
import { GallerySection } from './gallery-section.tsx'

export function SettingsExample() {
  return (
    <GallerySection title="Settings">
      <SettingsPage title="States" description="What a work item can be on its way to done.">
        <SettingsSection title="Started" action={<Button icon={Plus}>Add state</Button>}>
          <Panel>
            {(['started', 'completed'] as const).map((group) => (
              <PanelRow key={group}>
                <StateIcon group={group} />
                {group === 'started' ? 'In Progress' : 'Done'}
              </PanelRow>
            ))}
          </Panel>
        </SettingsSection>
        <SettingsSection>
          <SettingRow label="Cycles" hint="Plan the work in time boxes." htmlFor="sample-cycles">
            <Switch id="sample-cycles" defaultChecked />
          </SettingRow>
        </SettingsSection>
      </SettingsPage>
    </GallerySection>
  )
}
