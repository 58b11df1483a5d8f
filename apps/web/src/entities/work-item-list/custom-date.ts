/** Relative to today; everything else is a day somebody picked. */
export const isPreset = (value: string) => value.endsWith(';fromnow')

export const isCustom = (values: readonly string[] | undefined) =>
  values?.some((value) => !isPreset(value)) ?? false
