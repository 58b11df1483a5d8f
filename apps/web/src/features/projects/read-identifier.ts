/** What is typed as a project's ID: capital letters and digits, as the server keeps it. */
export const readIdentifier = (typed: string) => typed.toUpperCase().replace(/[^A-ZÇŞĞİÖÜ0-9]/g, '')
