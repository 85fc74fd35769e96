/** A line of git's protocol with its length in front. */
export const pktLine = (text: string): Buffer => {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes])
}

export const FLUSH = Buffer.from('0000')

/** The next line, null for a flush; undefined if it has not arrived completely. @throws {Error} if it isn't a line */
export function readPktLine(
  bytes: Buffer,
  at: number,
): { readonly line: Buffer | null; readonly end: number } | undefined {
  if (bytes.length < at + 4) return undefined
  const header = bytes.toString('latin1', at, at + 4)
  if (!/^[0-9a-f]{4}$/i.test(header)) throw new Error('its response can’t be read')
  const length = Number.parseInt(header, 16)
  if (length < 4) return { line: null, end: at + 4 }
  return bytes.length < at + length
    ? undefined
    : { line: bytes.subarray(at + 4, at + length), end: at + length }
}

/** All lines, without flushes and line ends. */
export function* pktLines(bytes: Buffer): Generator<string> {
  for (let at = 0; ; ) {
    const next = readPktLine(bytes, at)
    if (next === undefined) return
    at = next.end
    if (next.line !== null) yield next.line.toString('utf8').replace(/\n$/, '')
  }
}
