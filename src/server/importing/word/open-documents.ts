import { DomainError } from '../../errors.ts'
import type { OnProgress, SourceFindings } from '../plan.ts'
import { IMPORT_LIMITS, type SourceFile, type SourceFiles } from '../source-files.ts'
import type { StoreBytes } from '../website-images.ts'
import { readInThread } from './read-in-thread.ts'

type Options = {
  readonly split: boolean
  readonly storeBytes: StoreBytes
  readonly onProgress: OnProgress
  readonly stop: AbortSignal
}

export const isWord = (path: string): boolean => /\.docx$/i.test(path)

/**
 * The same files, with each Word file read as Markdown and its pictures beside it, as if they lay in a folder of the
 * file's name. Word files that cannot be read are not among the files but among the findings.
 */
export function openDocuments(files: SourceFiles, options: Options): SourceFiles {
  const made = new Map<string, () => Promise<Buffer>>()
  const skipped: { path: string; reason: string }[] = []
  const warnings: { path: string; text: string }[] = []
  let listed: Promise<readonly SourceFile[]> | undefined

  async function list(): Promise<readonly SourceFile[]> {
    const all = await files.list()
    const words = all.filter(({ path }) => isWord(path))
    const rest = all.filter(({ path }) => !isWord(path))
    const found: SourceFile[] = []
    for (const [done, { path, size }] of words.entries()) {
      await options.onProgress({ phase: 'reading', done, total: words.length })
      found.push(...(await opened(path, size)))
    }
    return [...rest, ...found]
  }

  async function opened(path: string, size: number): Promise<SourceFile[]> {
    try {
      if (size > IMPORT_LIMITS.fileBytes) throw new DomainError('validation', tooLarge)
      const read = await readInThread(await files.read(path), { path, ...options })
      const { chapters, images, lost, notes } = read
      for (const text of notes) warnings.push({ path, text })
      for (const { name, reason } of lost) skipped.push({ path: `${path}/${name}`, reason })
      const found: SourceFile[] = []
      for (const { path: own, markdown } of chapters) {
        const bytes = Buffer.from(markdown)
        made.set(own, async () => bytes)
        found.push({ path: own, size: bytes.length })
      }
      for (const { name, bytes } of images) {
        made.set(`${path}/${name}`, await options.storeBytes(bytes))
        found.push({ path: `${path}/${name}`, size: bytes.length })
      }
      return found
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      skipped.push({ path, reason: error.message })
      return []
    }
  }

  return {
    list: () => (listed ??= list()),
    read: (path) => made.get(path)?.() ?? files.read(path),
    close: files.close,
    findings: (): SourceFindings => {
      const own = files.findings?.()
      return {
        skipped: [...(own?.skipped ?? []), ...skipped],
        warnings: [...(own?.warnings ?? []), ...warnings],
      }
    },
  }
}

const tooLarge = `It is larger than ${IMPORT_LIMITS.fileBytes / 1_048_576} MB`
