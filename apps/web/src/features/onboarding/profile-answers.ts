/** Stored as they are said: `profile.role` and `profile.use_case`. */
export const roles = [
  'Individual contributor',
  'Senior Leader',
  'Manager',
  'Executive',
  'Freelancer',
  'Student',
] as const

export const domains = [
  'Engineering',
  'Product',
  'Marketing',
  'Sales',
  'Operations',
  'Legal',
  'Finance',
  'Human Resources',
  'Project',
  'Other',
] as const

const MAX_NAME_LENGTH = 24

export type NameProblem = 'required' | 'too_long'

export function problemOfName(name: string, isRequired: boolean): NameProblem | undefined {
  if (isRequired && !name.trim()) return 'required'
  return name.trim().length > MAX_NAME_LENGTH ? 'too_long' : undefined
}
