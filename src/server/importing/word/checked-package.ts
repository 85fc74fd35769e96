import { buffer } from 'node:stream/consumers'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { ZipFile as ZipWriter } from 'yazl'
import { DomainError } from '../../errors.ts'

/** Limits of one Word file; a file beyond them is skipped with the reason. */
export const WORD_LIMITS = {
  entries: 4000,
  /** All parts together, unpacked. */
  bytes: 128 * 1_048_576,
  /** One part of text. */
  xmlBytes: 24 * 1_048_576,
  /** Elements within each other. */
  depth: 400,
  /** How many times its packed size it may unpack to, once that is more than `suspicious`. */
  ratio: 100,
  suspicious: 10 * 1_048_576,
  /** One picture. */
  imageBytes: 20 * 1_048_576,
  imagePixels: 100_000_000,
} as const

/**
 * Unpacks the parts of a Word file under the limits and packs them again without compression: the library that reads
 * the result gets no more bytes than were counted here, and no XML entity declarations.
 * @throws {DomainError} `validation` with the reason
 */
export async function checkedPackage(bytes: Buffer): Promise<Buffer> {
  if (bytes.subarray(0, 4).toString('hex') === 'd0cf11e0')
    throw refused('it’s encrypted or in the old .doc format')
  const zip = await fromBufferPromise(bytes).catch(() => {
    throw refused('it isn’t a .docx file')
  })
  try {
    return await repacked(zip, bytes.length)
  } catch (error) {
    if (error instanceof DomainError) throw error
    throw refused('it is damaged')
  } finally {
    zip.close()
  }
}

async function repacked(zip: ZipFile, packed: number): Promise<Buffer> {
  if (zip.entryCount > WORD_LIMITS.entries) throw refused(`it has more than ${WORD_LIMITS.entries} parts`)
  const copy = new ZipWriter()
  let hasContentTypes = false
  let total = 0
  for await (const entry of zip.eachEntry()) {
    if (/[\\/]$/.test(entry.fileName) || !isWanted(entry.fileName)) continue
    total += entry.uncompressedSize
    if (total > WORD_LIMITS.bytes || (total > WORD_LIMITS.suspicious && total > packed * WORD_LIMITS.ratio)) {
      throw refused('it’s far too large when unpacked')
    }
    const part = await partOf(zip, entry)
    if (isXml(entry.fileName)) expectPlainXml(entry.fileName, part)
    if (entry.fileName === '[Content_Types].xml') hasContentTypes = true
    copy.addBuffer(part, entry.fileName, { compress: false })
  }
  if (!hasContentTypes) throw refused('it isn’t a .docx file')
  copy.end()
  return buffer(copy.outputStream)
}

/** Macros, embedded files, fonts and themes are not content. */
const isWanted = (name: string): boolean =>
  !/^(?:word\/)?(?:embeddings|activeX|fonts|theme|glossary|customXml|printerSettings)\//i.test(name) &&
  !/vbaProject/i.test(name)

const isXml = (name: string): boolean => /\.(?:xml|rels)$/i.test(name)

/** The library fails the stream if an entry is larger than declared. */
async function partOf(zip: ZipFile, entry: Entry): Promise<Buffer> {
  if (entry.isEncrypted()) throw refused('it is encrypted')
  const chunks: Buffer[] = []
  for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Word never declares entities; a file that does is an attack on the parser. */
function expectPlainXml(name: string, part: Buffer): void {
  if (part.length > WORD_LIMITS.xmlBytes) throw refused(`${name} is too large`)
  const text = part.toString('latin1')
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw refused(`${name} declares XML entities`)
  if (depthOf(text) > WORD_LIMITS.depth) throw refused(`${name} is nested too deeply`)
}

/** The maximum nesting of elements, counted without building a tree. */
function depthOf(xml: string): number {
  let depth = 0
  let deepest = 0
  for (let at = xml.indexOf('<'); at !== -1; at = xml.indexOf('<', at + 1)) {
    const next = xml.charCodeAt(at + 1)
    if (next === SLASH) depth -= 1
    else if (next !== QUESTION && next !== BANG) {
      const end = xml.indexOf('>', at)
      if (end === -1) return deepest
      if (xml.charCodeAt(end - 1) !== SLASH) depth += 1
      deepest = Math.max(deepest, depth)
    }
  }
  return deepest
}

const SLASH = 47
const QUESTION = 63
const BANG = 33

const refused = (why: string): DomainError =>
  new DomainError('validation', `The Word file can’t be imported: ${why}`)
