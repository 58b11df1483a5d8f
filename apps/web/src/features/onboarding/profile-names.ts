const MAX_NAME_LENGTH = 24

export type NameProblem = 'required' | 'too_long'

export function problemOfName(name: string, isRequired: boolean): NameProblem | undefined {
  if (isRequired && !name.trim()) return 'required'
  return name.trim().length > MAX_NAME_LENGTH ? 'too_long' : undefined
}
