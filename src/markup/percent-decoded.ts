/** A text without its percent-encoding; a text whose encoding is malformed stays as it is. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Many sources have a bare percent sign, which means itself.
    return text
  }
}
