export const companySizes = ['Just myself', '2-10', '11-50', '51-200', '201-500', '500+'] as const
export type CompanySize = (typeof companySizes)[number]
