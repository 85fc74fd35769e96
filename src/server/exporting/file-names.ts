/** Names that some system keeps for itself or that an import passes over. */
const RESERVED_NAMES =
  /^(?:con|prn|aux|nul|com\d|lpt\d|node_modules|__macosx|thumbs\.db|desktop\.ini)(?:\.[^.]*)?$/i

/** Bytes of a name: well below what systems take, as a path is made of several. */
const MAX_NAME_BYTES = 100

/**
 * A name that every system can keep in a folder: without signs that some forbid, neither hidden nor reserved, short
 * enough. `otherwise` is it when nothing is left.
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

/** The first of `name`, `name-1`, `name-2` … that is free where names that differ only in case are one. */
export function freeName(wanted: string, names: ReadonlySet<string>): string {
  const [stem, ending] = splitExtension(wanted)
  for (let count = 0; ; count++) {
    const name = count === 0 ? wanted : `${stem}-${count}${ending}`
    if (!names.has(keyOf(name))) return name
  }
}

/** What two names have in common that are one on some system. */
export const keyOf = (name: string): string => name.normalize('NFC').toLowerCase()

/** Cut in front of the ending, and never through a letter. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return name
  const [stem, ending] = splitExtension(name)
  const kept = Buffer.byteLength(ending) > 20 ? '' : ending
  let short = ''
  for (const sign of kept === '' ? name : stem) {
    if (Buffer.byteLength(short + sign + kept) > MAX_NAME_BYTES) break
    short += sign
  }
  return trimmed(short) + kept
}

const trimmed = (name: string): string => name.replace(/[. ]+$/, '')

function splitExtension(name: string): [stem: string, ending: string] {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
}
