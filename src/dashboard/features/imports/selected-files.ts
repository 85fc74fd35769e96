/** A file and its path within the selected folder. */
export type SelectedFile = { readonly path: string; readonly file: File }

/** Paths the server ignores, so they need not be uploaded. */
const IGNORED_PATHS =
  /(^|\/)(node_modules|__MACOSX|Thumbs\.db|desktop\.ini|\.(?!gitbook(\.ya?ml)?(\/|$))[^/]*)(\/|$)/

/** Without files that belong to tools rather than the documentation. */
export const importableFiles = (files: readonly SelectedFile[]): SelectedFile[] =>
  files.filter(({ path }) => !IGNORED_PATHS.test(path))

/** Files from the file picker; those of a folder have their path in it. */
export const pickedFiles = (files: Iterable<File>): SelectedFile[] =>
  [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }))

/** Dropped files, including the contents of folders. Must be called during the drop event. */
export async function droppedFiles(transfer: DataTransfer): Promise<SelectedFile[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  if (entries.length === 0) return pickedFiles(transfer.files)
  return (await Promise.all(entries.map((entry) => filesIn(entry, '')))).flat()
}

async function filesIn(entry: FileSystemEntry, folder: string): Promise<SelectedFile[]> {
  const path = folder + entry.name
  if (IGNORED_PATHS.test(path)) return []
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    return [{ path, file }]
  }
  if (!isFolder(entry)) return []
  const children = await allEntries(entry.createReader())
  return (await Promise.all(children.map((child) => filesIn(child, `${path}/`)))).flat()
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/** A directory reader returns batches until one is empty. */
async function allEntries(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const all: FileSystemEntry[] = []
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (batch.length === 0) return all
    all.push(...batch)
  }
}

export const totalSize = (files: readonly SelectedFile[]): number =>
  files.reduce((sum, { file }) => sum + file.size, 0)

/** Why these files can't be imported; undefined if they can. */
export function selectionError(files: readonly SelectedFile[]): string | undefined {
  if (files.length === 0) return 'Nothing here can be imported.'
  if (!files.some(({ path }) => /\.(zip|md|markdown|mdx|html?|docx)$/i.test(path)))
    return 'Choose at least one Markdown, HTML, Word or zip file.'
  return undefined
}

/** The upload form: each part is named after the path of its file. */
export function formOf(files: readonly SelectedFile[]): FormData {
  const form = new FormData()
  for (const { path, file } of files) form.append('files', file, path)
  return form
}
