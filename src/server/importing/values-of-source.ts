import { posix } from 'node:path'
import { isMap, isScalar, parse, parseDocument, stringify } from 'yaml'
import { z } from 'zod'
import {
  MAX_SPACE_TAGS,
  MAX_SPACE_VARIABLES,
  spaceTag,
  spaceVariables,
  variableValue,
} from '#contract/pages.ts'
import { isSameValue, type TagEntry, type Variables } from '../content/entries.ts'
import type { ImportFindings } from './plan.ts'
import type { SourceFiles } from './source-files.ts'

/** The variables and tags of a source, the files that have them, and what could not be read. */
export type SourceValues = {
  readonly variables: Variables
  readonly tags: readonly TagEntry[]
  readonly files: readonly string[]
  readonly warnings: ImportFindings['warnings']
}

/** In bytes; larger files are not read. */
const MAX_FILE_BYTES = 200_000

/** Reads `.gitbook/vars.yaml` and `.gitbook/tags.yaml`, in the folder of the pages or in the root. */
export async function valuesOfSource(
  files: SourceFiles,
  sizes: ReadonlyMap<string, number>,
  root: string,
): Promise<SourceValues> {
  const pathOf = (name: string) =>
    [root, '']
      .flatMap((folder) =>
        [`${name}.yaml`, `${name}.yml`].map((file) => posix.join(folder, '.gitbook', file)),
      )
      .find((path) => (sizes.get(path) ?? MAX_FILE_BYTES + 1) <= MAX_FILE_BYTES)
  const read = async (path: string | undefined) =>
    path === undefined ? '' : (await files.read(path)).toString()
  const [varsPath, tagsPath] = [pathOf('vars'), pathOf('tags')]
  const [vars, tags] = [readVariables(await read(varsPath)), readTags(await read(tagsPath))]
  const warning = (path: string | undefined, skipped: readonly string[]) =>
    path === undefined ? [] : skipped.map((text) => ({ path, text }))
  return {
    variables: vars.variables,
    tags: tags.tags,
    files: [varsPath, tagsPath].filter((path) => path !== undefined),
    warnings: [...warning(varsPath, vars.skipped), ...warning(tagsPath, tags.skipped)],
  }
}

/** The variables in a file, and why others were skipped. */
export function readVariables(yaml: string): { readonly variables: Variables; readonly skipped: string[] } {
  const data = readYaml(yaml)
  if (data === undefined || !isRecord(data)) return { variables: {}, skipped: [NOT_READ] }
  const entries = Object.entries(data)
  const usable = entries.filter(([name, value]) => spaceVariables.safeParse({ [name]: value }).success)
  const skipped = entries
    .filter((entry) => !usable.includes(entry))
    .map(([name]) => `The variable “${name}” isn’t a text of up to 256 characters, a number or a boolean`)
  const over = usable.slice(MAX_SPACE_VARIABLES).map(([name]) => `The variable “${name}” exceeds the limit`)
  const variables = z
    .record(z.string(), variableValue)
    .parse(Object.fromEntries(usable.slice(0, MAX_SPACE_VARIABLES)))
  return { variables, skipped: [...skipped, ...over] }
}

const NOT_READ = 'The file isn’t valid YAML with the expected fields'

/** The tags in a file: a list of `tag` with `label`, `icon`, `emoji` and `color`. */
function readTags(yaml: string): { readonly tags: readonly TagEntry[]; readonly skipped: string[] } {
  const data = readYaml(yaml)
  if (isRecord(data) && Object.keys(data).length === 0) return { tags: [], skipped: [] }
  if (!Array.isArray(data)) return { tags: [], skipped: [NOT_READ] }
  const tags: TagEntry[] = []
  for (const item of data.slice(0, MAX_SPACE_TAGS)) {
    const { tag, label, ...rest }: Record<string, unknown> = isRecord(item) ? item : { tag: item }
    const slug = typeof tag === 'number' ? String(tag) : tag
    const { data: entry } = lenientTag.safeParse({ ...rest, slug, label: label ?? slug })
    if (entry !== undefined && !tags.some((one) => one.slug === entry.slug)) tags.push(defined(entry))
  }
  const count = data.length - tags.length
  return { tags, skipped: count === 0 ? [] : [`${count} of ${data.length} tags can’t be used`] }
}

/** A tag whose icon or color is unknown is one without. */
const lenientTag = z.object({
  slug: spaceTag.shape.slug,
  label: spaceTag.shape.label,
  color: spaceTag.shape.color.catch(undefined),
  emoji: spaceTag.shape.emoji.catch(undefined),
  icon: spaceTag.shape.icon.catch(undefined),
})

const defined = ({ slug, label, ...rest }: z.infer<typeof lenientTag>): TagEntry => ({
  slug,
  label,
  ...(Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as object),
})

function readYaml(text: string): unknown {
  try {
    return parse(text, { schema: 'core', maxAliasCount: 20, logLevel: 'silent' }) ?? {}
  } catch {
    // Invalid YAML is reported with its file.
    return undefined
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * A file with variables as they are now: every other line of it, its comments, quotes and order remain. Entries of the
 * file that are no variables are not removed.
 */
export function editedVariables(yaml: string, now: Variables): string {
  const { variables: before } = readVariables(yaml)
  if (isSameValue(before, now)) return yaml
  const document = parseDocument(yaml, { schema: 'core', logLevel: 'silent' })
  if (document.errors.length > 0 || (document.contents !== null && !isMap(document.contents)))
    return stringify(now, { lineWidth: 0 })
  for (const name of Object.keys(before)) if (!Object.hasOwn(now, name)) document.delete(name)
  for (const [name, value] of Object.entries(now)) {
    if (Object.hasOwn(before, name) && before[name] === value) continue
    const node: unknown = document.get(name, true)
    if (isScalar(node) && typeof node.value === typeof value) node.value = value
    else document.set(name, value)
  }
  return document.toString({ lineWidth: 0 })
}

/** Tags as a file. */
export const writtenTags = (tags: readonly TagEntry[]): string =>
  stringify(
    tags.map(({ slug, ...rest }) => ({ tag: slug, ...rest })),
    { lineWidth: 0 },
  )

export const tagsInFile = (yaml: string): readonly TagEntry[] => readTags(yaml).tags
