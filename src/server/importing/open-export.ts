import { openConfluence } from './confluence/open-confluence.ts'
import { isNotionExport } from './notion/export-tree.ts'
import { openNotion } from './notion/open-notion.ts'
import type { SourceFiles } from './source-files.ts'

/** The same files; those of an export of another product with its pages as Markdown. Recognized by the files alone. */
export async function openExport(files: SourceFiles): Promise<SourceFiles> {
  const listed = await files.list()
  const paths = listed.map(({ path }) => path)
  if (isNotionExport(paths)) return openNotion(files, listed)
  return (await openConfluence(files, listed)) ?? files
}
