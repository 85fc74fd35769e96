/** Names that some system reserves or that an import ignores. */
const RESERVED_NAMES =
  /^(?:con|prn|aux|nul|com\d|lpt\d|node_modules|__macosx|thumbs\.db|desktop\.ini)(?:\.[^.]*)?$/i

/** The maximum of bytes in a name: well below the limits of file systems, because a path has several names. */
const MAX_NAME_BYTES = 100

/**
 * A file name that is valid on every system: without forbidden characters, not hidden, not reserved, and short enough.
 * `otherwise` is used if nothing remains.
 */
export function safeName(name: string, otherwise: string): string {
  const plain = name
    .normalize('NFC')
    .toWellFormed()
    .replace(/[/\\:*?"<>|\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, '-')
    .replace(/^[. ]+/, '')
  const short = trimmed(shortened(plain))
  if (short === '') return otherwise
  return RESERVED_NAMES.test(short) ? `_${short}` : short
}

/** The first of `name`, `name-1`, `name-2` … that is free, ignoring case. */
export function freeName(preferred: string, names: Pick<ReadonlySet<string>, 'has'>): string {
  const [stem, ending] = splitExtension(preferred)
  for (let count = 0; ; count++) {
    const name = count === 0 ? preferred : `${stem}-${count}${ending}`
    if (!names.has(keyOf(name))) return name
  }
}

/** A key that is equal for names that some system treats as equal. */
export const keyOf = (name: string): string => name.normalize('NFC').toLowerCase()

/** Shortened before the extension, and never within a character. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return name
  const [stem, ending] = splitExtension(name)
  const extension = Buffer.byteLength(ending) > 20 ? '' : ending
  let short = ''
  for (const sign of extension === '' ? name : stem) {
    if (Buffer.byteLength(short + sign + extension) > MAX_NAME_BYTES) break
    short += sign
  }
  return trimmed(short) + extension
}

const trimmed = (name: string): string => name.replace(/[. ]+$/, '')

function splitExtension(name: string): [stem: string, ending: string] {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
}
