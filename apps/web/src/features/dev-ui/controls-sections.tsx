import {
  Calendar,
  ChartGantt,
  List,
  Plus,
  Search,
  SquareKanban,
  Star,
  Table2,
  Trash2,
} from 'lucide-react'
import { useState } from 'react'
import { Button, type ButtonVariant } from '#ui/controls/button.tsx'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { ColourPicker } from '#ui/controls/colour-picker.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Input } from '#ui/controls/input.tsx'
import { Kbd } from '#ui/controls/kbd.tsx'
import { RadioGroup } from '#ui/controls/radio-group.tsx'
import { SearchInput } from '#ui/controls/search-input.tsx'
import { Segment } from '#ui/controls/segment.tsx'
import { Select } from '#ui/controls/select.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { Tabs } from '#ui/controls/tabs.tsx'
import { Textarea } from '#ui/controls/textarea.tsx'
import { Example, GallerySection } from './gallery-section.tsx'

const variants: { variant: ButtonVariant; name: string; hovered: string }[] = [
  { variant: 'primary', name: 'Primary', hovered: 'bg-accent-hover!' },
  { variant: 'secondary', name: 'Secondary', hovered: 'bg-hover!' },
  { variant: 'ghost', name: 'Ghost', hovered: 'bg-hover!' },
  { variant: 'danger', name: 'Danger', hovered: 'bg-danger-hover!' },
]
const focused = 'outline-2 outline-offset-2 outline-focus'

export function ButtonsSection() {
  return (
    <GallerySection title="Buttons" span={2}>
      {variants.map(({ variant, name, hovered }) => (
        <Example key={variant} name={name}>
          <Button variant={variant} icon={Plus}>
            Add work item
          </Button>
          <Button variant={variant} icon={Plus} className={hovered}>
            Hover
          </Button>
          <Button variant={variant} className={focused}>
            Focus
          </Button>
          <Button variant={variant} busy>
            Saving
          </Button>
          <Button variant={variant} disabled>
            Disabled
          </Button>
        </Example>
      ))}
      <Example name="Sizes">
        <Button variant="primary" size="sm">
          Small 24
        </Button>
        <Button variant="primary">Medium 28</Button>
        <Button variant="primary" size="lg">
          Large 36
        </Button>
        <Button variant="primary" after={<Kbd keys="c" look="on-solid" />}>
          Create
        </Button>
        <IconButton label="Search" icon={Search} shortcut="mod+k" />
        <IconButton label="Delete" icon={Trash2} size="sm" />
        <IconButton label="Favorite" icon={Star} pressed />
        <IconButton label="Search everywhere" icon={Search} variant="outlined" />
        <IconButton label="Notifications" icon={List} dot />
        <Kbd keys="mod+alt+c" />
        <Kbd keys="g i" />
      </Example>
    </GallerySection>
  )
}

export function InputsSection() {
  const [name, setName] = useState('Navigation refresh')
  const [search, setSearch] = useState('')
  return (
    <GallerySection title="Inputs">
      <div className="flex flex-col gap-2">
        <Input label="Name" value={name} onChange={(event) => setName(event.target.value)} />
        <Input
          hideLabel
          label="Focused"
          defaultValue="Focused"
          className="border-focus! outline-1 outline-focus"
        />
        <Input hideLabel label="Title" error="Title is required" />
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-4">
        <Checkbox label="Off" />
        <Checkbox label="On" defaultChecked />
        <Checkbox label="Some" indeterminate />
        <Switch aria-label="Off" />
        <Switch aria-label="On" defaultChecked />
      </div>
      <div className="mt-3">
        <SearchInput label="Search work items" value={search} onChange={setSearch} />
      </div>
    </GallerySection>
  )
}

export function FormSection() {
  const [email, setEmail] = useState('maya@meridian.example')
  const [role, setRole] = useState<string>('member')
  const [access, setAccess] = useState<'public' | 'private'>('public')
  const [colour, setColour] = useState<string>('#d18223')
  return (
    <GallerySection title="Form">
      <div className="flex flex-col gap-4">
        <Input
          size="lg"
          label="Email"
          type="email"
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          onClear={() => setEmail('')}
        />
        <Input size="lg" label="Password" type="password" defaultValue="a long secret" />
        <Select
          label="Role"
          value={role}
          onChange={setRole}
          options={[
            { value: 'admin', label: 'Admin' },
            { value: 'member', label: 'Member' },
            { value: 'guest', label: 'Guest', hint: 'Read only' },
          ]}
        />
        <Textarea label="Description" hint="Shown on the project card." rows={2} />
        <RadioGroup
          label="Access"
          value={access}
          onChange={setAccess}
          options={[
            { value: 'public', label: 'Public', hint: 'Everyone in the workspace can join.' },
            { value: 'private', label: 'Private', hint: 'By invitation only.' },
          ]}
        />
        <ColourPicker label="Color" value={colour} onChange={setColour} />
        <Input label="Disabled" disabled defaultValue="Cannot be changed" />
        <Checkbox label="Disabled" disabled defaultChecked />
      </div>
    </GallerySection>
  )
}

const layouts = [
  { value: 'list', label: 'List layout', icon: List },
  { value: 'board', label: 'Board layout', icon: SquareKanban },
  { value: 'calendar', label: 'Calendar layout', icon: Calendar },
  { value: 'table', label: 'Table layout', icon: Table2 },
  { value: 'timeline', label: 'Timeline layout', icon: ChartGantt },
]
const scales = [
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
  { value: 'quarter', label: 'Quarter' },
]

export function TabsExamples() {
  const [tab, setTab] = useState('assignees')
  const [layout, setLayout] = useState('list')
  const [scale, setScale] = useState('month')
  return (
    <>
      <Tabs
        label="Progress by"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'assignees', label: 'Assignees' },
          { value: 'labels', label: 'Labels' },
          { value: 'states', label: 'States' },
        ]}
      />
      <div className="mt-3 flex flex-wrap gap-2">
        <Segment label="Layout" options={layouts} value={layout} onChange={setLayout} />
        <Segment label="Scale" options={scales} value={scale} onChange={setScale} />
      </div>
    </>
  )
}
