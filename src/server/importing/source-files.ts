import type { Readable } from 'node:stream'
import { MAX_FILE_BYTES } from '#contract/shared/limits.ts'
import { cutText } from '#markup/cut-text.ts'
import { MAX_PAGE_DEPTH } from '../content/page-rules.ts'
import type { LinkTarget } from './link-targets.ts'
import type { NavigationOutline } from './outline.ts'
import type { SourceFindings } from './plan.ts'

/** A tree of files to import from any kind of source. Paths are relative, with `/`, and without `.` and `..`. */
export type SourceFiles = {
  /** The relevant files, in no particular order. */
  readonly list: () => Promise<readonly SourceFile[]>
  /** The bytes of a file of `list()`. Throws if it cannot be read or is larger than its listed size. */
  readonly read: (path: string) => Promise<Buffer>
  /** The same without holding a whole file in memory; absent for sources that can’t. */
  readonly stream?: (path: string) => Promise<Readable>
  readonly close: () => Promise<void>
  /** Skipped or incomplete files; available after `list()`. */
  readonly findings?: () => SourceFindings
  /** Set for an export of another product, whose pages are converted while they are read. */
  readonly product?: ProductExport
}

/** What is known about an export of another product. */
export type ProductExport = {
  readonly format: 'confluence' | 'notion'
  readonly outline: NavigationOutline
  /** The file that the address or the id of a page leads to; null if the URL has none of this export. */
  readonly targetOf: (url: string, from: string) => LinkTarget | null
  /** The name that a file had in the product; undefined if it is that in the archive. */
  readonly nameOf?: (path: string) => string | undefined
  /** Whether a file with text is a page; others are attachments. */
  readonly isPage: (path: string) => boolean
  readonly markdownOfHtml?: (html: string, path: string) => Promise<string>
}

export type SourceFile = { readonly path: string; readonly size: number }

/** Limits of one import. The most bytes of all files together are a setting: see `Config.importBytes`. */
export const IMPORT_LIMITS = {
  entries: 100_000,
  /** Folders around a file. Each becomes a page below the one before. */
  folders: MAX_PAGE_DEPTH - 1,
  /** One page's text. */
  pageBytes: 4 * 1_048_576,
  /** One image or other file; larger ones are skipped and reported. */
  fileBytes: MAX_FILE_BYTES,
  /** How many times its packed size an archive may unpack to. */
  ratio: 200,
} as const

/** Files that are never content: version control, packages, system files. */
export function isIgnored(path: string): boolean {
  return path
    .split('/')
    .some((part) => IGNORED_NAMES.has(part) || (part.startsWith('.') && !ALLOWED_DOT_NAMES.has(part)))
}

const IGNORED_NAMES = new Set(['node_modules', '__MACOSX', 'Thumbs.db', 'desktop.ini'])
const ALLOWED_DOT_NAMES = new Set(['.gitbook', '.gitbook.yaml', '.gitbook.yml'])

/** A normalized path, without leading `./` and repeated slashes; null if it is outside of the tree. */
export function safePath(path: string): string | null {
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path) || path.includes('\0')) return null
  const parts = path.split(/[\\/]/).filter((part) => part !== '' && part !== '.')
  return parts.includes('..') || parts.length === 0 ? null : parts.join('/')
}

/** Why a path cannot be imported although it is safe; null if it can. */
export function depthProblem(path: string): string | null {
  let folders = 0
  for (const sign of path) if (sign === '/') folders++
  if (folders <= IMPORT_LIMITS.folders) return null
  return `“${cutText(path, 60)}…” is more than ${IMPORT_LIMITS.folders} folders deep`
}

/**
 * The files below a folder, for archives with a single root folder. An empty `root` changes nothing.
 */
export function below(files: SourceFiles, root: string): SourceFiles {
  if (root === '') return files
  const prefix = `${root}/`
  const { stream } = files
  return {
    async list() {
      const all = await files.list()
      return all
        .filter(({ path }) => path.startsWith(prefix))
        .map(({ path, size }) => ({ path: path.slice(prefix.length), size }))
    },
    read: (path) => files.read(prefix + path),
    ...(stream === undefined ? {} : { stream: (path) => stream(prefix + path) }),
    close: files.close,
    findings: () => findingsBelow(files.findings?.(), prefix),
  }
}

function findingsBelow(findings: SourceFindings | undefined, prefix: string): SourceFindings {
  const inside = <T extends { readonly path: string }>(all: readonly T[] = []): T[] =>
    all.flatMap((one) =>
      one.path.startsWith(prefix) ? [{ ...one, path: one.path.slice(prefix.length) }] : [],
    )
  return { skipped: inside(findings?.skipped), warnings: inside(findings?.warnings) }
}

/** The folder that contains all files, as in archives of repositories; empty if there is none. */
export function commonFolder(files: readonly SourceFile[]): string {
  const first = files[0]?.path.split('/').slice(0, -1) ?? []
  let depth = first.length
  for (const { path } of files) {
    const parts = path.split('/').slice(0, -1)
    depth = Math.min(depth, parts.length)
    while (depth > 0 && parts[depth - 1] !== first[depth - 1]) depth -= 1
  }
  const shared = first.slice(0, depth)
  return shared.slice(0, 1).join('/')
}
