import type { ReactNode } from 'react'

/** `place-stone`: nothing here yet. `no-match`: nothing found. `all-done`: nothing left. `broken`: it failed. */
export type EmptyPicture = 'place-stone' | 'no-match' | 'all-done' | 'broken'

const big =
  'M144 122C183.44 122 202 131.45 202 145.52C202 159.38 182.16 164 140 164C97.84 164 78 159.38 78 145.52C78 131.45 99.12 122 144 122Z'
const middle =
  'M130 81C161.68 81 178 89.1 178 101.16C178 113.04 163.92 117 134 117C104.08 117 90 113.04 90 101.16C90 89.1 103.6 81 130 81Z'
const small =
  'M150 29C164.88 29 174 35.75 174 45.8C174 55.7 165.36 59 147 59C128.64 59 120 55.7 120 45.8C120 35.75 131.4 29 150 29Z'

function Ground() {
  return (
    <g fill="none" stroke="var(--line-strong)">
      <path d="M20 176c52-11 82-14 120-14s68 3 120 14" opacity=".8" />
      <path d="M0 186c62-14 98-17 140-17s78 3 140 17" opacity=".5" />
      <path d="M44 168c40-8 66-11 96-11s56 3 96 11" opacity=".8" />
    </g>
  )
}

function Stone({ d, kind = 'grey' }: { d: string; kind?: 'grey' | 'tarn' | 'missing' }) {
  if (kind === 'missing') {
    return (
      <path
        d={d}
        fill="none"
        stroke="var(--accent)"
        strokeWidth="1.75"
        strokeDasharray="4.5 4"
        strokeLinecap="round"
      />
    )
  }
  const tarn = kind === 'tarn'
  return (
    <>
      <path d={d} fill="var(--surface)" />
      <path
        d={d}
        fill={tarn ? 'var(--accent-subtle)' : 'var(--hover)'}
        stroke={tarn ? 'var(--accent-line)' : 'var(--line-strong)'}
        strokeWidth="1.25"
      />
    </>
  )
}

function Stroke({ d, quiet = false }: { d: string; quiet?: boolean }) {
  return (
    <path
      d={d}
      fill="none"
      stroke={quiet ? 'var(--control)' : 'var(--accent)'}
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  )
}

const pictures: Record<EmptyPicture, ReactNode> = {
  'place-stone': (
    <>
      <Stone d={big} />
      <Stone d={middle} kind="tarn" />
      <Stone d={small} kind="missing" />
      <Stroke d="M147 65v9m-3.5-3.5 3.5 3.5 3.5-3.5" />
    </>
  ),
  'no-match': (
    <>
      <Stone d={big} />
      <Stone d={middle} kind="missing" />
      <Stroke d="M163 42a15 15 0 1 0-30 0 15 15 0 0 0 30 0m-4.5 10.5 9.5 9.5" />
    </>
  ),
  'all-done': (
    <>
      <Stone d={big} />
      <Stone d={middle} />
      <g transform="translate(0 22)">
        <Stone d={small} kind="tarn" />
        <Stroke d="m139 44 6 6 11-12" />
      </g>
    </>
  ),
  broken: (
    <>
      <Stone d={big} />
      <g transform="rotate(18 134 99) translate(62 44)">
        <Stone d={middle} />
      </g>
      <Stroke quiet d="M112 96v10m0 6.5v.5M134 88v14m0 6.5v.5M156 96v10m0 6.5v.5" />
    </>
  ),
}

/** Stones and contour lines, drawn with tokens so that they follow the theme. */
export function EmptyDrawing({ picture }: { picture: EmptyPicture }) {
  return (
    <svg
      width="280"
      height="196"
      viewBox="0 0 280 196"
      aria-hidden="true"
      className="mx-auto block h-auto max-w-full"
    >
      <Ground />
      {pictures[picture]}
    </svg>
  )
}
