/** How full the stone of a started state is: share of its way through the group, in quarters. */
export function startedQuarter(position = 1, count = 1): 0.25 | 0.5 | 0.75 {
  const share = position / (count + 1)
  if (share < 0.375) return 0.25
  return share < 0.625 ? 0.5 : 0.75
}
