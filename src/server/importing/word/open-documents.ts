import { DomainError } from '../../errors.ts'
import type { Findings, OnProgress } from '../plan.ts'
import { limits, type SourceFile, type SourceFiles } from '../source-files.ts'
import type { Keep } from '../website-images.ts'
import { readApart } from './read-apart.ts'

type Options = {
  readonly split: boolean
  readonly keep: Keep
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
  const noted: { path: string; text: string }[] = []
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
      if (size > limits.fileBytes) throw new DomainError('validation', tooLarge)
      const read = await readApart(await files.read(path), { path, ...options })
      const { chapters, images, lost, notes } = read
      for (const text of notes) noted.push({ path, text })
      for (const { name, reason } of lost) skipped.push({ path: `${path}/${name}`, reason })
      const found: SourceFile[] = []
      for (const { path: own, markdown } of chapters) {
        const bytes = Buffer.from(markdown)
        made.set(own, async () => bytes)
        found.push({ path: own, size: bytes.length })
      }
      for (const { name, bytes } of images) {
        made.set(`${path}/${name}`, await options.keep(bytes))
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
    findings: (): Findings => {
      const own = files.findings?.()
      return { skipped: [...(own?.skipped ?? []), ...skipped], noted: [...(own?.noted ?? []), ...noted] }
    },
  }
}

const tooLarge = `It is larger than ${limits.fileBytes / 1_048_576} MB`
