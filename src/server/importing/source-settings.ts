import { posix } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { type SourceFiles, safePath } from './source-files.ts'

/** Settings of a source. Paths are relative to its root. */
export type SourceSettings = {
  /** The folder of the pages; empty for the root. */
  readonly root: string
  readonly readme: string
  readonly summary: string
  /** Redirects from former paths to a page of the source or to another URL. */
  readonly redirects: readonly { readonly from: string; readonly to: string }[]
  /** The settings files. */
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

/** Reads `.gitbook.yaml`. Missing and invalid values, and missing files, use the defaults: README.md and SUMMARY.md. */
export async function settingsOf(files: SourceFiles, paths: ReadonlySet<string>): Promise<SourceSettings> {
  const file = ['.gitbook.yaml', '.gitbook.yml'].find((name) => paths.has(name))
  const settings = settingsSchema.safeParse(file === undefined ? {} : read(await files.read(file))).data
  const root = safePath(posix.normalize((settings?.root ?? '').replace(/^\.?\/+/, ''))) ?? ''
  return {
    root,
    readme: existingPath(paths, root, [settings?.structure?.readme, 'README.md']),
    summary: existingPath(paths, root, [settings?.structure?.summary, 'SUMMARY.md']),
    redirects: Object.entries(settings?.redirects ?? {})
      .flatMap(([from, to]) => (typeof to === 'string' && to.trim() !== '' ? [{ from, to: to.trim() }] : []))
      .slice(0, MAX_REDIRECTS),
    files: file === undefined ? [] : [file],
  }
}

function read(bytes: Buffer): unknown {
  try {
    return parse(bytes.toString('utf8'), { maxAliasCount: 20, logLevel: 'silent' }) ?? {}
  } catch {
    // Invalid YAML counts as no settings.
    return {}
  }
}

/** The first of these files that the source has; the last one if it has none. */
function existingPath(
  paths: ReadonlySet<string>,
  root: string,
  names: readonly (string | undefined)[],
): string {
  const candidates = names.flatMap((name) =>
    name === undefined ? [] : [pathIgnoringCase(paths, root, name)],
  )
  return candidates.find((path) => paths.has(path)) ?? candidates.at(-1) ?? ''
}

/** The path as spelled in the source, ignoring case. */
function pathIgnoringCase(paths: ReadonlySet<string>, root: string, name: string): string {
  const path = posix.normalize(posix.join(root, name))
  if (paths.has(path)) return path
  const lowerCase = path.toLowerCase()
  for (const known of paths) if (known.toLowerCase() === lowerCase) return known
  return path
}
