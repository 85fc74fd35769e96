import type { File } from '#contract/files.ts'

const known = new WeakMap<readonly File[], ReadonlyMap<string, File>>()

/** The files of a content by id. */
export function filesById(files: readonly File[]): ReadonlyMap<string, File> {
  const made = known.get(files) ?? new Map(files.map((file) => [file.id, file]))
  known.set(files, made)
  return made
}
