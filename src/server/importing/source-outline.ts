import { everyPage, isPageFile, type NavigationOutline, type OutlineEntry } from './outline.ts'
import { outlineOfDocusaurus } from './outline-of-docusaurus.ts'
import { outlineOfFolders } from './outline-of-folders.ts'
import { outlineOfMintlify } from './outline-of-mintlify.ts'
import { outlineOfMkdocs } from './outline-of-mkdocs.ts'
import { outlineOfSummary } from './outline-of-summary.ts'
import type { ImportFindings, ImportPlan } from './plan.ts'
import type { SourceFiles } from './source-files.ts'
import { type SourceSettings, settingsOf } from './source-settings.ts'
import { textOfFile } from './text-of-file.ts'

/** The outline of a source. */
export type SourceOutline = {
  readonly entries: readonly OutlineEntry[]
  /** Pages that are not listed. */
  readonly others: readonly string[]
  readonly skipped: ImportFindings['skipped']
  readonly configFiles: readonly string[]
  readonly settings: SourceSettings
  /** The tool that the source was written with or exported from, if its files say so. */
  readonly format?: ImportPlan['format']
}

/** Reads the settings and the table of contents of a source, and no page. */
export async function outlineOf(files: SourceFiles, paths: ReadonlySet<string>): Promise<SourceOutline> {
  const settings = await settingsOf(files, paths)
  if (files.product !== undefined) {
    const { format, outline, isPage } = files.product
    return { ...withSettings(outline, settings, new Set([...paths].filter(isPage))), format }
  }
  if (!paths.has(settings.summary)) {
    const mkdocs = await outlineOfMkdocs(files, paths)
    if (mkdocs !== null) return { ...withSettings(mkdocs, settings, paths), format: 'mkdocs' }
    const docusaurus = await outlineOfDocusaurus(files, paths)
    if (docusaurus !== null) return { ...withSettings(docusaurus, settings, paths), format: 'docusaurus' }
    const mintlify = await outlineOfMintlify(files, paths)
    if (mintlify !== null) return { ...withSettings(mintlify, settings, paths), format: 'mintlify' }
    return {
      entries: outlineOfFolders(paths, settings.root),
      others: [],
      skipped: [],
      configFiles: settings.files,
      settings,
    }
  }
  const folder = settings.summary.split('/').slice(0, -1).join('/')
  const summary = textOfFile(await files.read(settings.summary))
  const { entries, skipped } = await outlineOfSummary(summary, { folder, paths, readme: settings.readme })
  const listed = new Set(Array.from(everyPage(entries), ({ path }) => path)).add(settings.summary)
  const others = [...paths].filter((path) => isPageFile(path) && !listed.has(path))
  return { entries, others, skipped, configFiles: [...settings.files, settings.summary], settings }
}

/** The outline in the navigation of another tool. */
function withSettings(
  { entries, skipped, configFiles, root }: NavigationOutline,
  settings: SourceSettings,
  paths: ReadonlySet<string>,
): SourceOutline {
  const listed = new Set([...Array.from(everyPage(entries), ({ path }) => path), ...configFiles])
  const others = [...paths].filter(
    (path) => isPageFile(path) && !listed.has(path) && (root === '' || path.startsWith(`${root}/`)),
  )
  const files = [...settings.files, ...configFiles]
  return { entries, others, skipped, configFiles: files, settings: { ...settings, root } }
}
