import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'
import { Transform } from 'node:stream'

// The format of an encrypted part, described in docs/operate/backups.md:
//   magic (8 bytes) · salt of the passphrase (16) · salt of the part (16) · chunks
// A chunk is up to 64 KiB of plain bytes, encrypted with AES-256-GCM, followed by its tag (16 bytes). Its nonce is the
// number of the chunk (11 bytes, big endian) and 1 for the last chunk or 0, so that chunks cannot be reordered, removed
// or cut off (the STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizár, 2015). The key of a part is HKDF-SHA256
// of the backup's key with the part's salt and name, so that parts cannot be exchanged either.

const MAGIC = Buffer.from('LECTERN\x01', 'latin1')
const SALT_BYTES = 16
const HEADER_BYTES = MAGIC.length + 2 * SALT_BYTES
const CHUNK_BYTES = 65_536
const TAG_BYTES = 16
/** 32 MB and about 0.2 s; as strong as the costs that OWASP recommends for passwords. */
const SCRYPT = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 }

/** The bytes are damaged, cut off, or encrypted with another passphrase. */
export class DecryptionError extends Error {
  override readonly name = 'DecryptionError'
}

/** Keys of one passphrase; deriving one takes about 0.2 s, once per salt. */
export type Keyring = {
  /** The salt of what this process writes. */
  readonly salt: Buffer
  readonly keyOf: (salt: Buffer) => Promise<Buffer>
}

export function keyringOf(passphrase: string): Keyring {
  const keys = new Map<string, Promise<Buffer>>()
  return {
    salt: randomBytes(SALT_BYTES),
    keyOf(salt) {
      const id = salt.toString('hex')
      const known = keys.get(id) ?? deriveKey(passphrase, salt)
      keys.set(id, known)
      return known
    },
  }
}

const deriveKey = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), salt, 32, SCRYPT, (error, key) =>
      error === null ? resolve(key) : reject(error),
    )
  })

const partKey = (key: Buffer, salt: Buffer, name: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, `lectern backup part ${name}`, 32))

/** Authenticates the manifest of an encrypted backup. */
export const signatureOf = (key: Buffer, text: string): string =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', key, '', 'lectern backup manifest', 32)))
    .update(text)
    .digest('hex')

export const isSameSignature = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

const nonceOf = (counter: number, isLast: boolean): Buffer => {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(counter, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Encrypts a part; `name` must be the same when it is decrypted. */
export async function encrypting(ring: Keyring, name: string): Promise<Transform> {
  const salt = randomBytes(SALT_BYTES)
  const key = partKey(await ring.keyOf(ring.salt), salt, name)
  const chunks = new Chunks(CHUNK_BYTES)
  let counter = 0
  const seal = (plain: Buffer, isLast: boolean): Buffer => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(counter++, isLast))
    return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  }
  const transform = new Transform({
    transform(bytes: Buffer, _encoding, done) {
      for (const full of chunks.add(bytes)) this.push(seal(full, false))
      done()
    },
    flush(done) {
      this.push(seal(chunks.rest(), true))
      done()
    },
  })
  transform.push(Buffer.concat([MAGIC, ring.salt, salt]))
  return transform
}

/** Decrypts a part. The stream fails with a DecryptionError; bytes before the damage may already have passed. */
export function decrypting(ring: Keyring, name: string): Transform {
  const chunks = new Chunks(CHUNK_BYTES + TAG_BYTES)
  let key: Buffer | undefined
  let header: Buffer = Buffer.alloc(0)
  let counter = 0
  const open = (sealed: Buffer, isLast: boolean): Buffer => {
    if (key === undefined || sealed.length < TAG_BYTES) throw new DecryptionError('It is cut off')
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(counter++, isLast))
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
    try {
      return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()])
    } catch {
      throw new DecryptionError('The passphrase is wrong, or the bytes are damaged')
    }
  }
  const readHeader = async (bytes: Buffer): Promise<Buffer> => {
    header = Buffer.concat([header, bytes])
    if (header.length < HEADER_BYTES) return Buffer.alloc(0)
    if (!header.subarray(0, MAGIC.length).equals(MAGIC))
      throw new DecryptionError('It isn’t an encrypted part')
    const [passphraseSalt, salt] = [header.subarray(8, 24), header.subarray(24, HEADER_BYTES)]
    key = partKey(await ring.keyOf(passphraseSalt), salt, name)
    return header.subarray(HEADER_BYTES)
  }
  return new Transform({
    transform(bytes: Buffer, _encoding, done) {
      const feed = (rest: Buffer) => {
        for (const full of chunks.add(rest)) this.push(open(full, false))
      }
      if (key !== undefined) return settle(() => feed(bytes), done)
      readHeader(bytes).then((rest) => settle(() => feed(rest), done), done)
    },
    flush(done) {
      settle(() => this.push(open(chunks.rest(), true)), done)
    },
  })
}

function settle(run: () => void, done: (error?: Error) => void): void {
  let failure: Error | undefined
  try {
    run()
  } catch (error) {
    failure = error as Error
  }
  done(failure)
}

/** Cuts bytes into pieces of one size. The last full piece is held back, because it may be the end. */
class Chunks {
  readonly #size: number
  #parts: Buffer[] = []
  #length = 0
  constructor(size: number) {
    this.#size = size
  }
  *add(bytes: Buffer): Generator<Buffer> {
    this.#parts.push(bytes)
    this.#length += bytes.length
    if (this.#length <= this.#size) return
    const all = Buffer.concat(this.#parts)
    let start = 0
    for (; all.length - start > this.#size; start += this.#size) yield all.subarray(start, start + this.#size)
    this.#parts = [all.subarray(start)]
    this.#length = all.length - start
  }
  rest(): Buffer {
    return Buffer.concat(this.#parts)
  }
}
