/** Makes the browser download a file. */
export function saveFile(name: string, type: string, content: BlobPart) {
  const address = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
