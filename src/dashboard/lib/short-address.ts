/** An address without scheme and trailing slash, with letters of any script readable: `docs.example.org/sites/handbook`. */
export const shortAddress = (address: string): string =>
  readable(address)
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '')

function readable(address: string): string {
  try {
    return decodeURI(address)
  } catch {
    // Not valid percent-encoding.
    return address
  }
}
