import { posix } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { type SourceFiles, safePath } from './source-files.ts'

/** Where a source keeps what: paths from its top. */
export type SourceSettings = {
  /** The folder that holds the pages; empty for the top. */
  readonly root: string
  readonly readme: string
  readonly summary: string
  /** Old addresses below the pages, and what they led to: a page of the source, or an address elsewhere. */
  readonly redirects: readonly { readonly from: string; readonly to: string }[]
  /** Where this stands. */
  readonly files: readonly string[]
}

const settingsSchema = z.looseObject({
  root: z.string().optional().catch(undefined),
  structure: z
    .looseObject({
      readme: z.string().optional().catch(undefined),
      summary: z.string().optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  redirects: z.record(z.string(), z.unknown()).optional().catch(undefined),
})

const MAX_REDIRECTS = 500

/** Reads `.gitbook.yaml`; what it does not say, or says wrongly, is as usual: README.md and SUMMARY.md at the top. */
export async function settingsOf(files: SourceFiles, paths: ReadonlySet<string>): Promise<SourceSettings> {
  const file = ['.gitbook.yaml', '.gitbook.yml'].find((name) => paths.has(name))
  const said = settingsSchema.safeParse(file === undefined ? {} : read(await files.read(file))).data
  const root = safePath(posix.normalize((said?.root ?? '').replace(/^\.?\/+/, ''))) ?? ''
  return {
    root,
    readme: pathIgnoringCase(paths, root, said?.structure?.readme ?? 'README.md'),
    summary: pathIgnoringCase(paths, root, said?.structure?.summary ?? 'SUMMARY.md'),
    redirects: Object.entries(said?.redirects ?? {})
      .flatMap(([from, to]) => (typeof to === 'string' && to.trim() !== '' ? [{ from, to: to.trim() }] : []))
      .slice(0, MAX_REDIRECTS),
    files: file === undefined ? [] : [file],
  }
}

function read(bytes: Buffer): unknown {
  try {
    return parse(bytes.toString('utf8'), { maxAliasCount: 20, logLevel: 'silent' }) ?? {}
  } catch {
    return {}
  }
}

/** The path as the source spells it, in whatever case. */
function pathIgnoringCase(paths: ReadonlySet<string>, root: string, name: string): string {
  const path = posix.normalize(posix.join(root, name))
  if (paths.has(path)) return path
  const wanted = path.toLowerCase()
  for (const known of paths) if (known.toLowerCase() === wanted) return known
  return path
}
