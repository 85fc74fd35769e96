/** In bytes; browsers look at about as many. */
const HEAD_BYTES = 2048

/** XML declarations, document types, comments and white space before the first element. */
const PROLOG = /^(?:\s+|<\?[^>]*\?>|<!--[\s\S]*?-->|<!doctype\s[^>[]*(?:\[[^\]]*\])?\s*>)+/i

/**
 * The type of HTML, SVG and XML by their first bytes, whatever the file is called; undefined for anything else.
 * Follows the MIME Sniffing Standard, 7.1, but takes any tag at the beginning for HTML.
 */
export function markupTypeOf(bytes: Buffer): string | undefined {
  const text = decoded(bytes.subarray(0, HEAD_BYTES)).trimStart()
  if (!/^<[a-z!?/]/i.test(text)) return undefined
  const root = text.replace(PROLOG, '')
  if (/^<(?:[\w-]+:)?svg[\s/>]/i.test(root)) return 'image/svg+xml'
  return /^<\?xml\s/i.test(text) ? 'application/xml' : 'text/html'
}

/** Browsers recognize UTF-16 by its byte order mark only. */
function decoded(bytes: Buffer): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  return new TextDecoder().decode(bytes)
}
