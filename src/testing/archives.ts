import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'

/** The content of a file in an archive, with a Unix mode unless it is a regular file. */
type ArchiveEntry = string | Uint8Array | { readonly content: string; readonly mode: number }

/** A zip archive of files by path. */
export async function zipArchive(entries: Readonly<Record<string, ArchiveEntry>>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, entry] of Object.entries(entries)) {
    const { content, ...options } = isContent(entry) ? { content: entry } : entry
    zip.addBuffer(Buffer.from(content), path, options)
  }
  zip.end()
  return buffer(zip.outputStream)
}

const isContent = (entry: ArchiveEntry): entry is string | Uint8Array =>
  typeof entry === 'string' || entry instanceof Uint8Array

/** The files of a zip archive by path; folders are left out. */
export async function readZipArchive(archive: Uint8Array): Promise<Record<string, Buffer>> {
  const zip = await fromBufferPromise(Buffer.from(archive))
  const files: Record<string, Buffer> = {}
  for await (const entry of zip.eachEntry()) {
    if (!entry.fileName.endsWith('/'))
      files[entry.fileName] = await buffer(await zip.openReadStreamPromise(entry))
  }
  return files
}
