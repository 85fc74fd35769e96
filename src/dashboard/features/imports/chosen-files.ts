import { uploadBodyLimit } from '#contract/shared/limits.ts'

/** A file with its path in the folder it was taken from. */
export type ChosenFile = { readonly path: string; readonly file: File }

/** As the service passes them over, so that they need not be sent. */
const left = /(^|\/)(node_modules|__MACOSX|Thumbs\.db|desktop\.ini|\.(?!gitbook(\.ya?ml)?(\/|$))[^/]*)(\/|$)/

/** Without what belongs to a tool and not to the documentation. */
export const worthSending = (files: readonly ChosenFile[]): ChosenFile[] =>
  files.filter(({ path }) => !left.test(path))

/** What was picked in a dialog; files of a folder know their path in it. */
export const pickedFiles = (files: Iterable<File>): ChosenFile[] =>
  [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }))

/** What was dropped: files, and folders with all that is in them. Call it while the drop is handled. */
export async function droppedFiles(given: DataTransfer): Promise<ChosenFile[]> {
  const entries = [...given.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  if (entries.length === 0) return pickedFiles(given.files)
  return (await Promise.all(entries.map((entry) => filesIn(entry, '')))).flat()
}

async function filesIn(entry: FileSystemEntry, folder: string): Promise<ChosenFile[]> {
  const path = folder + entry.name
  if (left.test(path)) return []
  if (isFile(entry)) {
    const file = await new Promise<File>((done, failed) => entry.file(done, failed))
    return [{ path, file }]
  }
  if (!isFolder(entry)) return []
  const inside = await allEntries(entry.createReader())
  return (await Promise.all(inside.map((one) => filesIn(one, `${path}/`)))).flat()
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/** A folder is read in portions until one is empty. */
async function allEntries(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed))
    if (some.length === 0) return all
    all.push(...some)
  }
}

export const weightIn = (files: readonly ChosenFile[]): number =>
  files.reduce((sum, { file }) => sum + file.size, 0)

/** Why these files cannot be imported, or undefined when they can be tried. */
export function refusalOf(files: readonly ChosenFile[]): string | undefined {
  if (files.length === 0) return 'There is nothing in it that can be imported.'
  if (!files.some(({ path }) => /\.(zip|md|markdown|mdx|html?|docx)$/i.test(path)))
    return 'No Markdown, HTML or Word file and no zip is among them.'
  if (weightIn(files) > uploadBodyLimit)
    return `They weigh more than ${Math.round(uploadBodyLimit / 1024 / 1024)} MB. Import a part of them, or a zip.`
  return undefined
}

/** The form as the service reads it: the name of each part is the path of its file. */
export function formOf(files: readonly ChosenFile[]): FormData {
  const form = new FormData()
  for (const { path, file } of files) form.append('files', file, path)
  return form
}
