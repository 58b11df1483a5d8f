declare module 'virtual:language/*' {
  const words: Record<string, object>
  export default words
}
