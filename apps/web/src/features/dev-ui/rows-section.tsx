import { Ellipsis, Paperclip, Triangle } from 'lucide-react'
import type { ReactNode } from 'react'
import { SyncTag } from '#entities/frame/sync-tag.tsx'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { PropertyPill } from '#ui/controls/property-pill.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { PriorityIcon } from '#ui/icons/priority-icon.tsx'
import { StateIcon } from '#ui/icons/state-icon.tsx'
import { ListRow, type ListRowProps, RowCount, RowDate } from '#ui/lists/list-row.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { AvatarGroup } from '#ui/people/avatar-group.tsx'
import { Chip } from '#ui/people/badge.tsx'
import { GallerySection } from './gallery-section.tsx'
import { people } from './samples.ts'

const jonas = people.slice(1, 2)

export function SampleRow(props: Partial<ListRowProps>) {
  return (
    <ListRow
      tabIndex={0}
      checkbox={<Checkbox aria-label="Select" checked={Boolean(props.selected)} readOnly />}
      state={<StateIcon group="unstarted" label="Todo" />}
      identifier="TRAIL-417"
      name="Contour lines flicker at zoom level 13"
      counts={<RowCount icon={<Icon of={Paperclip} size={14} />}>4</RowCount>}
      labels={
        <>
          <Chip colour="#ca5747">Bug</Chip>
          <Chip colour="#3d81d4">iOS</Chip>
        </>
      }
      estimate={
        <PropertyPill label="Estimate" icon={Triangle}>
          2
        </PropertyPill>
      }
      priority={<PriorityIcon priority="high" label="High" />}
      date={<RowDate>Nov 19</RowDate>}
      assignees={<AvatarGroup people={jonas} />}
      menu={<IconButton size="sm" icon={Ellipsis} label="More" />}
      mobileMeta={
        <>
          TRAIL-417
          <PriorityIcon priority="high" size={14} label="High" />
          <span className="tabular-nums">Nov 19</span>
        </>
      }
      {...props}
    />
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-center gap-2">
      <span className="w-14 shrink-0 text-small text-ink-3">{name}</span>
      <div className="min-w-0 grow border-t border-line-subtle">{children}</div>
    </div>
  )
}

const revealed = '[&>div>.until-hover]:opacity-100'

export function RowsSection() {
  return (
    <GallerySection title="Row states" span={2}>
      <Line name="Rest">
        <SampleRow />
      </Line>
      <Line name="Hover">
        <SampleRow className={`bg-hover [--row-bg:var(--hover)] ${revealed}`} />
      </Line>
      <Line name="Selected">
        <SampleRow selected />
      </Line>
      <Line name="Peeked">
        <SampleRow peeked />
      </Line>
      <Line name="Focus">
        <SampleRow className="outline-2 -outline-offset-2 outline-focus" />
      </Line>
      <Line name="Loading">
        <SkeletonRows count={1} />
      </Line>
      <Line name="Not synced">
        <SampleRow mark={<SyncTag mark="waiting" />} />
      </Line>
      <Line name="Conflict">
        <SampleRow mark={<SyncTag mark="conflict" />} />
      </Line>
    </GallerySection>
  )
}
