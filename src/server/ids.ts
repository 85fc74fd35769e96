import { randomFillSync } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const IDS_PER_MS = 64
let last = 0

/**
 * A new identifier: 20 characters of base 62. The first 8 encode the time and count the ids of a millisecond, so ids sort
 * by age, and the ids of one process sort in the exact order of their creation.
 */
export function newId(now = Date.now()): string {
  last = Math.max(now * IDS_PER_MS, last + 1)
  return encoded(last, 8) + randomCharacters(12)
}

/** A secret of `length` characters of base 62, about 5.95 bits each. */
export const newSecret = (length = 40): string => randomCharacters(length)

function encoded(value: number, length: number): string {
  let remaining = value
  let text = ''
  for (let i = 0; i < length; i++) {
    text = alphabet[remaining % 62] + text
    remaining = Math.floor(remaining / 62)
  }
  return text
}

/** Bytes of 248 and above are skipped, so that every character is equally likely. */
function randomCharacters(length: number): string {
  let text = ''
  while (text.length < length) {
    const byte = nextByte()
    if (byte < 248) text += alphabet[byte % 62]
  }
  return text
}

/** Random bytes are fetched in bulk: a system call for a few costs as much as for many. */
const pool = Buffer.alloc(4096)
let used = pool.length

function nextByte(): number {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const byte = pool[used] ?? 0
  // Used bytes are erased, so that ids and secrets do not stay in memory.
  pool[used] = 0
  used += 1
  return byte
}
