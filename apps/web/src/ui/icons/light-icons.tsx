import type { Drawing, LightIcon } from './icon.tsx'

/**
 * Icons that lists draw by the hundred: the same strokes in one path, where the library has up to twelve.
 */
function Strokes({ d, size, strokeWidth, className }: Drawing & { d: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      <path d={d} />
    </svg>
  )
}

export const CalendarCheck: LightIcon = (drawing) => (
  <Strokes
    {...drawing}
    d="M8 2v3M16 2v3M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2ZM3 9h18M9 15l2 2 4-4"
  />
)
export const CalendarClock: LightIcon = (drawing) => (
  <Strokes
    {...drawing}
    d="M16 14v2.2l1.6 1M16 2v3M21 7.338V5a2 2 0 0 0-2-2H5a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h2.338M3 9h5.859M8 2v3M22 16a6 6 0 1 1-12 0a6 6 0 0 1 12 0Z"
  />
)
export const ListTree: LightIcon = (drawing) => (
  <Strokes {...drawing} d="M8 5h13M13 12h8M13 19h8M3 10a2 2 0 0 0 2 2h3M3 5v12a2 2 0 0 0 2 2h3" />
)
export const Link2: LightIcon = (drawing) => (
  <Strokes {...drawing} d="M9 17H7A5 5 0 0 1 7 7h2M15 7h2a5 5 0 1 1 0 10h-2M8 12h8" />
)
export const Boxes: LightIcon = (drawing) => (
  <Strokes
    {...drawing}
    d="M2.97 12.92A2 2 0 0 0 2 14.63v3.24a2 2 0 0 0 .97 1.71l3 1.8a2 2 0 0 0 2.06 0L12 19v-5.5l-5-3-4.03 2.42ZM7 16.5l-4.74-2.85M7 16.5l5-3M7 16.5v5.17M12 13.5V19l3.97 2.38a2 2 0 0 0 2.06 0l3-1.8a2 2 0 0 0 .97-1.71v-3.24a2 2 0 0 0-.97-1.71L17 10.5l-5 3ZM17 16.5l-5-3M17 16.5l4.74-2.85M17 16.5v5.17M7.97 4.42A2 2 0 0 0 7 6.13v4.37l5 3 5-3V6.13a2 2 0 0 0-.97-1.71l-3-1.8a2 2 0 0 0-2.06 0l-3 1.8ZM12 8 7.26 5.15M12 8l4.74-2.85M12 13.5V8"
  />
)
export const IterationCw: LightIcon = (drawing) => (
  <Strokes {...drawing} d="M4 10a8 8 0 1 1 8 8H4M8 22l-4-4 4-4" />
)
export const User: LightIcon = (drawing) => (
  <Strokes
    {...drawing}
    d="M19 21v-2a4 4 0 0 0-4-4H9a4 4 0 0 0-4 4v2M16 7a4 4 0 1 1-8 0a4 4 0 0 1 8 0Z"
  />
)
