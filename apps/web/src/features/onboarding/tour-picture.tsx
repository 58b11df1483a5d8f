import type { ReactNode } from 'react'

export type TourTopic = 'work_items' | 'cycles' | 'modules' | 'views' | 'pages'

interface BarProps {
  x: number
  y: number
  width: number
  strong?: boolean
}

/** A line of text, drawn as a bar. */
function Bar({ x, y, width, strong = false }: BarProps) {
  return (
    <rect
      x={x}
      y={y}
      width={width}
      height="6"
      rx="3"
      fill={strong ? 'var(--control)' : 'var(--pressed)'}
    />
  )
}

type Fill = 'solid' | 'half' | 'outline' | 'dashed'

interface StoneProps {
  x: number
  y: number
  colour: string
  fill: Fill
}

function Stone({ x, y, colour, fill }: StoneProps) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path
        d="M8 2.75C11.68 2.75 13.75 4.64 13.75 8C13.75 11.36 11.68 13.25 8 13.25C4.32 13.25 2.25 11.36 2.25 8C2.25 4.64 4.32 2.75 8 2.75Z"
        fill={fill === 'solid' ? colour : 'none'}
        stroke={colour}
        strokeWidth="1.5"
        strokeDasharray={fill === 'dashed' ? '2.6 2.4' : undefined}
      />
      {fill === 'half' && (
        <path
          d="M2.6 8H13.4C13.4 11.14 11.46 12.9 8 12.9C4.54 12.9 2.6 11.14 2.6 8Z"
          fill={colour}
        />
      )}
    </g>
  )
}

const states: [colour: string, fill: Fill][] = [
  ['var(--state-completed)', 'solid'],
  ['var(--state-started)', 'half'],
  ['var(--state-unstarted)', 'outline'],
  ['var(--state-backlog)', 'dashed'],
]

function WorkItems() {
  const widths = [148, 112, 172, 96]
  return states.map(([colour, fill], index) => {
    const y = 38 + index * 32
    return (
      <g key={colour}>
        <path d={`M24 ${y + 24.5}H336`} stroke="var(--line-subtle)" />
        <Stone x={28} y={y} colour={colour} fill={fill} />
        <Bar x={56} y={y + 5} width={28} />
        <Bar x={96} y={y + 5} width={widths[index] ?? 100} strong />
        <circle cx="322" cy={y + 8} r="7" fill="var(--accent-subtle)" stroke="var(--accent-line)" />
      </g>
    )
  })
}

function Cycles() {
  return (
    <>
      <path d="M40 40V160H328" fill="none" stroke="var(--line-strong)" />
      <path d="M40 48 328 160" stroke="var(--control)" strokeDasharray="4 4" />
      <path
        d="M40 48C76 52 84 66 116 70S150 104 186 108"
        fill="none"
        stroke="var(--accent)"
        strokeWidth="2"
      />
      <path
        d="M40 48C76 52 84 66 116 70S150 104 186 108V160H40Z"
        fill="var(--accent)"
        opacity=".12"
      />
      <path d="M186 40V160" stroke="var(--accent-line)" strokeDasharray="2 3" />
      <circle cx="186" cy="108" r="4" fill="var(--accent)" />
    </>
  )
}

function Modules() {
  const shares = [0.8, 0.45, 0.2]
  return shares.map((share, index) => {
    const x = 24 + index * 106
    return (
      <g key={share}>
        <rect
          x={x}
          y="48"
          width="98"
          height="104"
          rx="8"
          fill="var(--surface)"
          stroke="var(--line-strong)"
        />
        <Bar x={x + 14} y={66} width={52} strong />
        <Bar x={x + 14} y={82} width={68} />
        <Bar x={x + 14} y={94} width={40} />
        <rect x={x + 14} y="126" width="70" height="6" rx="3" fill="var(--pressed)" />
        <rect x={x + 14} y="126" width={70 * share} height="6" rx="3" fill="var(--success)" />
      </g>
    )
  })
}

function Views() {
  return (
    <>
      {[0, 1, 2].map((layer) => (
        <rect
          key={layer}
          x={60 + layer * 24}
          y={44 + layer * 18}
          width="196"
          height="84"
          rx="8"
          fill="var(--surface)"
          stroke={layer === 2 ? 'var(--accent)' : 'var(--line-strong)'}
        />
      ))}
      <rect
        x="124"
        y="94"
        width="64"
        height="18"
        rx="9"
        fill="var(--accent-subtle)"
        stroke="var(--accent-line)"
      />
      <rect x="196" y="94" width="44" height="18" rx="9" fill="var(--hover)" stroke="var(--line)" />
      <Bar x={124} y={126} width={148} strong />
      <Bar x={124} y={142} width={112} />
    </>
  )
}

function Pages() {
  return (
    <>
      <rect
        x="96"
        y="24"
        width="168"
        height="152"
        rx="8"
        fill="var(--surface)"
        stroke="var(--line-strong)"
      />
      <rect x="116" y="44" width="84" height="10" rx="5" fill="var(--control)" />
      {[68, 82, 96].map((y, index) => (
        <Bar key={y} x={116} y={y} width={[128, 112, 120][index] ?? 100} />
      ))}
      {[118, 136].map((y, index) => (
        <g key={y}>
          <rect
            x="116"
            y={y}
            width="10"
            height="10"
            rx="3"
            fill={index === 0 ? 'var(--accent)' : 'none'}
            stroke="var(--accent)"
          />
          <Bar x={134} y={y + 2} width={index === 0 ? 80 : 96} />
        </g>
      ))}
    </>
  )
}

const pictures: Record<TourTopic, ReactNode> = {
  work_items: <WorkItems />,
  cycles: <Cycles />,
  modules: <Modules />,
  views: <Views />,
  pages: <Pages />,
}

/** A drawing of the topic; uses tokens so that it follows the theme. */
export function TourPicture({ topic }: { topic: TourTopic }) {
  return (
    <svg
      viewBox="0 0 360 200"
      aria-hidden="true"
      className="block h-auto w-full rounded-lg border border-line bg-canvas"
    >
      {pictures[topic]}
    </svg>
  )
}
