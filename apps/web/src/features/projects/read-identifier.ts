/** Normalizes a typed project identifier: capital letters and digits, as the server stores it. */
export const readIdentifier = (typed: string) => typed.toUpperCase().replace(/[^A-ZÇŞĞİÖÜ0-9]/g, '')
