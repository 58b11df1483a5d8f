/** A list with one entry moved above or below another. */
export function moveTo<Value extends { id: string }>(
  values: readonly Value[],
  moved: string,
  target: string,
  place: 'before' | 'after',
): Value[] {
  const one = values.find(({ id }) => id === moved)
  if (!one || moved === target) return [...values]
  const others = values.filter(({ id }) => id !== moved)
  const at = others.findIndex(({ id }) => id === target)
  return others.toSpliced(at + (place === 'after' ? 1 : 0), 0, one)
}

/** One place up or down. */
export function moveByStep<Value extends { id: string }>(
  values: readonly Value[],
  moved: string,
  step: 'up' | 'down',
): Value[] {
  const at = values.findIndex(({ id }) => id === moved)
  const target = values[step === 'up' ? at - 1 : at + 1]
  return target ? moveTo(values, moved, target.id, step === 'up' ? 'before' : 'after') : [...values]
}

/** The system's name, with a number if the project has one of that name. */
export function freeName(name: string, taken: readonly string[]): string {
  const numbered = [name, ...taken.map((_, index) => `${name} ${index + 2}`)]
  return numbered.find((one) => !taken.includes(one)) ?? name
}
