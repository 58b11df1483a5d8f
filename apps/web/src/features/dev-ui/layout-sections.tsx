import {
  Boxes,
  Ellipsis,
  House,
  Inbox,
  IterationCw,
  Layers,
  ListFilter,
  Lock,
  Plus,
  SlidersHorizontal,
  SquareCheck,
} from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { FilterChip } from '#ui/controls/filter-chip.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Kbd } from '#ui/controls/kbd.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Loader } from '#ui/feedback/loader.tsx'
import { ProgressBar, ProgressRing, progressColours, StackedBar } from '#ui/feedback/progress.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { LogoMark } from '#ui/icons/logo-mark.tsx'
import { PriorityIcon } from '#ui/icons/priority-icon.tsx'
import { StateIcon } from '#ui/icons/state-icon.tsx'
import { Breadcrumbs, Crumb } from '#ui/layout/breadcrumbs.tsx'
import { HeaderBar, MenuBar, SubBar } from '#ui/layout/header-bar.tsx'
import { SidebarGroup, SidebarHeading, SidebarItem, SidebarNav } from '#ui/layout/sidebar-item.tsx'
import { GroupHeader } from '#ui/lists/group-header.tsx'
import { ListRow, RowDate } from '#ui/lists/list-row.tsx'
import { Cell, HeadCell, Table, TableRow } from '#ui/lists/table.tsx'
import { VirtualList } from '#ui/lists/virtual-list.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import { AvatarGroup } from '#ui/people/avatar-group.tsx'
import { Count, Tag } from '#ui/people/badge.tsx'
import { TabsExamples } from './controls-sections.tsx'
import { GallerySection } from './gallery-section.tsx'
import { people, titles } from './samples.ts'

const tile = (name: string, colour: string) => (
  <LogoMark
    value={{ in_use: 'icon', icon: { name, color: `var(--avatar-${colour})` } }}
    fallback={Layers}
  />
)

export function ProgressSection() {
  return (
    <GallerySection title="Tabs, segments, progress">
      <TabsExamples />
      <div className="mt-4 mb-3">
        <StackedBar
          label="33 completed, 12 started, 40 unstarted, 15 backlog"
          parts={[
            {
              key: 'completed',
              value: 33,
              colour: progressColours.completed,
              label: '33 Completed',
            },
            { key: 'started', value: 12, colour: progressColours.started, label: '12 Started' },
            {
              key: 'unstarted',
              value: 40,
              colour: progressColours.unstarted,
              label: '40 Unstarted',
            },
            { key: 'backlog', value: 15, colour: progressColours.backlog, label: '15 Backlog' },
          ]}
        />
      </div>
      <div className="flex items-center gap-3">
        <ProgressRing share={0.25} label="Done" />
        <ProgressRing share={0.6} label="Done" size={20} />
        <ProgressRing share={0.8} label="Done" size={24} />
        <div className="grow">
          <ProgressBar share={0.6} label="Done" />
        </div>
      </div>
    </GallerySection>
  )
}

export function SidebarSection() {
  const [open, setOpen] = useState(true)
  return (
    <GallerySection title="Sidebar">
      <div className="w-60 rounded-lg border border-line bg-canvas py-2">
        <SidebarNav label="Workspace">
          <SidebarItem icon={House} label="Home" as={<a href="#home" />} />
          <SidebarItem icon={Inbox} label="Inbox" tail={4} as={<a href="#inbox" />} />
        </SidebarNav>
        <SidebarHeading action={<IconButton size="sm" icon={Plus} label="Add project" />}>
          Projects
        </SidebarHeading>
        <SidebarNav label="Projects">
          <SidebarGroup
            icon={tile('mountain', 'tarn')}
            label="Trail Maps"
            open={open}
            onToggle={() => setOpen(!open)}
          >
            <SidebarItem
              nested
              current
              icon={SquareCheck}
              label="Work items"
              as={<a href="#items" />}
            />
            <SidebarItem nested icon={IterationCw} label="Cycles" as={<a href="#cycles" />} />
            <SidebarItem nested icon={Boxes} label="Modules" as={<a href="#modules" />} />
            <SidebarItem nested icon={Inbox} label="Intake" tail={3} as={<a href="#intake" />} />
          </SidebarGroup>
          <SidebarGroup
            icon={tile('refresh-cw', 'iris')}
            label="Sync Engine"
            open={false}
            onToggle={() => undefined}
          >
            {null}
          </SidebarGroup>
        </SidebarNav>
      </div>
    </GallerySection>
  )
}

interface Line {
  id: string
  group?: { name: string; count: number }
  title?: string
}

const lines: Line[] = ['In Progress', 'Todo', 'Backlog'].flatMap((name, group) => [
  { id: name, group: { name, count: 60 } },
  ...Array.from({ length: 60 }, (_, index) => ({
    id: `${group}-${index}`,
    title: titles[index % titles.length],
  })),
])
const keyOfLine = ({ id }: Line) => id
const isGroup = ({ group }: Line) => group !== undefined

export function ListSection() {
  return (
    <GallerySection title="List" span={2}>
      <div className="overflow-hidden rounded-lg border border-line bg-surface">
        <HeaderBar
          actions={
            <>
              <Button variant="ghost" icon={ListFilter} className="max-md:hidden">
                Filters
              </Button>
              <Button variant="ghost" icon={SlidersHorizontal} className="max-md:hidden">
                Display
              </Button>
              <Button variant="primary" icon={Plus} className="max-md:hidden">
                Add work item
              </Button>
              <IconButton icon={Ellipsis} label="More" className="md:hidden" />
            </>
          }
        >
          <Breadcrumbs>
            <Crumb icon={tile('mountain', 'tarn')}>
              <a href="#project">Trail Maps</a>
            </Crumb>
            <Crumb current>Work items</Crumb>
          </Breadcrumbs>
          <Count value={125} />
        </HeaderBar>
        <MenuBar>
          <button type="button">
            <Icon of={ListFilter} />
            Filters
          </button>
          <button type="button">
            <Icon of={SlidersHorizontal} />
            Display
          </button>
        </MenuBar>
        <SubBar actions={<Button size="sm">Save view</Button>}>
          <FilterChip
            name="Created by"
            onRemove={() => undefined}
            values={people.slice(0, 2).map((person) => ({
              key: person.id,
              content: (
                <>
                  <Avatar person={person} size={16} tooltip={false} />
                  {person.name}
                </>
              ),
            }))}
          />
          <Button size="sm" variant="ghost">
            Clear all
          </Button>
        </SubBar>
        <div className="h-80">
          <VirtualList
            label="Work items"
            items={lines}
            keyOf={keyOfLine}
            isSticky={isGroup}
            measure
          >
            {(line, index) =>
              line.group ? (
                <GroupHeader
                  icon={<StateIcon group="started" />}
                  name={line.group.name}
                  count={line.group.count}
                  open
                  onToggle={() => undefined}
                  actions={<IconButton size="sm" icon={Plus} label="Add work item" />}
                />
              ) : (
                <ListRow
                  inList
                  data-row
                  tabIndex={0}
                  state={<StateIcon group="started" label="In Progress" />}
                  identifier={`TRAIL-${400 + index}`}
                  name={line.title}
                  priority={<PriorityIcon priority="medium" label="Medium" />}
                  date={<RowDate late={index % 4 === 1}>Nov 14</RowDate>}
                  assignees={<AvatarGroup people={people.slice(0, index % 5)} />}
                  mobileMeta={
                    <>
                      TRAIL-{400 + index}
                      <PriorityIcon priority="medium" size={14} label="Medium" />
                      <RowDate late={index % 4 === 1}>Nov 14</RowDate>
                    </>
                  }
                />
              )
            }
          </VirtualList>
        </div>
      </div>
    </GallerySection>
  )
}

export function TableSection() {
  const [ascending, setAscending] = useState(true)
  return (
    <GallerySection title="Table" span={2}>
      <div className="overflow-hidden rounded-lg border border-line">
        <Table label="Members">
          <thead>
            <tr>
              <HeadCell
                sticky
                width={240}
                sorted={ascending ? 'ascending' : 'descending'}
                onSort={() => setAscending(!ascending)}
              >
                Name
              </HeadCell>
              <HeadCell width={120}>Role</HeadCell>
              <HeadCell>Joined</HeadCell>
            </tr>
          </thead>
          <tbody>
            {people.map((person, index) => (
              <TableRow key={person.id} selected={index === 1}>
                <Cell sticky>
                  <Avatar person={person} tooltip={false} />
                  {person.name}
                </Cell>
                <Cell>{index === 0 ? <Tag tone="accent">Admin</Tag> : 'Member'}</Cell>
                <Cell className="text-ink-2 tabular-nums">Nov 0{index + 1}, 2026</Cell>
              </TableRow>
            ))}
          </tbody>
        </Table>
      </div>
    </GallerySection>
  )
}

export function StatesOfPagesSection() {
  return (
    <GallerySection title="Empty, banners, loading" span={3}>
      <div className="flex flex-col gap-2">
        <Banner icon={Lock} action={<Button size="sm">Unlock</Button>}>
          This page is locked.
        </Banner>
        <div className="grid gap-2 lg:grid-cols-3">
          <Banner boxed tone="info">
            A new version is ready.
          </Banner>
          <Banner boxed tone="warning">
            You are offline. Changes are saved on this device.
          </Banner>
          <Banner boxed tone="danger">
            The import stopped at row 214.
          </Banner>
        </div>
      </div>
      <div className="mt-4 grid gap-4 lg:grid-cols-4">
        <EmptyState
          level={3}
          title="No work items yet"
          action={
            <Button variant="primary" after={<Kbd keys="c" look="on-solid" />}>
              Create your first work item
            </Button>
          }
        >
          A work item is one thing to do, find out or fix.
        </EmptyState>
        <EmptyState level={3} picture="no-match" title="No work items match">
          Change or clear the filters.
        </EmptyState>
        <EmptyState level={3} picture="all-done" title="Inbox is empty">
          Nothing waits for you.
        </EmptyState>
        <EmptyState level={3} picture="broken" title="This page did not load">
          The server did not answer.
        </EmptyState>
      </div>
      <Loader />
    </GallerySection>
  )
}
