/** A fixed day; everything else is relative to today. */
const isPicked = (value: string) => /^\d{4}-\d{2}-\d{2}/.test(value)

export const isPreset = (value: string) => !isPicked(value)

export const isCustom = (values: readonly string[] | undefined) => values?.some(isPicked) ?? false
