import { posix } from 'node:path'
import { z } from 'zod'
import { type SourceFiles, safePath } from '../source-files.ts'
import { defaultExportOf } from './static-data.ts'

/** Where a Docusaurus project has its documentation. Paths are relative to the root of the source. */
export type DocusaurusSettings = {
  /** The folder of the pages; empty for the root. */
  readonly docs: string
  /** The sidebars by name; null if they are not written down as data. */
  readonly sidebars: Readonly<Record<string, unknown>> | null
  /** The files with settings. */
  readonly files: readonly string[]
}

const CONFIG = /(?:^|\/)docusaurus\.config\.[cm]?[jt]s$/
const SIDEBARS = /(?:^|\/)sidebars?\.(?:[cm]?[jt]s|json)$/

const docsOptions = z.looseObject({
  path: z.string().optional().catch(undefined),
  sidebarPath: z.string().optional().catch(undefined),
})
const configuration = z.looseObject({
  presets: z.array(z.unknown()).optional().catch(undefined),
  plugins: z.array(z.unknown()).optional().catch(undefined),
})

/** The settings of a Docusaurus project in the source; null if there is none. Nothing is executed. */
export async function docusaurusSettingsOf(
  files: SourceFiles,
  paths: ReadonlySet<string>,
): Promise<DocusaurusSettings | null> {
  const shallow = [...paths].filter((path) => path.split('/').length <= 3).sort((a, b) => a.length - b.length)
  const config = shallow.find((path) => CONFIG.test(path))
  const found = shallow.find((path) => SIDEBARS.test(path))
  if (config === undefined && found === undefined) return null
  const folder = posix.dirname(config ?? found ?? '')
  const options = config === undefined ? {} : docsOptionsIn(await dataOf(files, config))
  const named = resolved(folder, options.sidebarPath)
  const sidebars = named !== null && paths.has(named) ? named : found
  const data = sidebars === undefined ? undefined : await dataOf(files, sidebars)
  return {
    docs: docsFolder(folder, options.path, paths),
    sidebars: isRecord(data) ? data : null,
    files: [config, sidebars].filter((path) => path !== undefined),
  }
}

const dataOf = async (files: SourceFiles, path: string): Promise<unknown> =>
  defaultExportOf((await files.read(path)).toString('utf8'), path)

/** The options of the documentation in `presets` or `plugins`. */
function docsOptionsIn(config: unknown): z.output<typeof docsOptions> {
  const { presets = [], plugins = [] } = configuration.safeParse(config).data ?? {}
  for (const entry of [...presets, ...plugins]) {
    const [name, options] = Array.isArray(entry) ? entry : []
    if (!isRecord(options)) continue
    const own = /plugin-content-docs$/.test(String(name)) ? options : options.docs
    const parsed = docsOptions.safeParse(own).data
    if (parsed !== undefined) return parsed
  }
  return {}
}

/** Without pages where the settings say, the folder `docs` beside them or at the root, else their own. */
function docsFolder(folder: string, written: string | undefined, paths: ReadonlySet<string>): string {
  const candidates = [
    resolved(folder, written),
    resolved(folder, 'docs'),
    'docs',
    resolved(folder, '.') ?? '',
  ]
  const hasPages = (at: string) =>
    [...paths].some((path) => (at === '' || path.startsWith(`${at}/`)) && /\.mdx?$/i.test(path))
  return candidates.filter((at) => at !== null).find(hasPages) ?? ''
}

/** A path in the settings as a path from the root of the source; null if there is none, or it is outside. */
function resolved(folder: string, written: string | undefined): string | null {
  return written === undefined ? null : safePath(posix.normalize(posix.join(folder, written)))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
