const stones = [
  'M18.35 1.5C21.85 1.5 24 3.19 24 5.7C24 8.18 22 9 17.75 9C13.5 9 11.5 8.18 11.5 5.7C11.5 3.19 14.1 1.5 18.35 1.5Z',
  'M13.75 10.75C21.18 10.75 25 12.66 25 15.51C25 18.32 21.72 19.25 14.75 19.25C7.78 19.25 4.5 18.32 4.5 15.51C4.5 12.66 7.64 10.75 13.75 10.75Z',
  'M17 21C26.18 21 30.5 23.25 30.5 26.6C30.5 29.9 25.86 31 16 31C6.14 31 1.5 29.9 1.5 26.6C1.5 23.25 6.46 21 17 21Z',
]
// The logo's own colors: the same in every theme, so they are not tokens.
export const colours = ['#55b3c2', '#1c8c9e', '#08697a']

/** The mark alone: loaders show it too, and need no more of the logo. */
export function Stones({ mono = false, className }: { mono?: boolean; className?: string }) {
  return stones.map((stone, index) => (
    <path
      key={stone}
      d={stone}
      fill={mono ? 'currentColor' : colours[index]}
      className={className}
      style={className ? { animationDelay: `${(2 - index) * 180}ms` } : undefined}
    />
  ))
}
