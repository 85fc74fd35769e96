import { posix } from 'node:path'
import { MAX_SPEC_BYTES, specSlug } from '#contract/openapi-specs.ts'
import { cutText } from '#markup/cut-text.ts'
import { asciiSlugOf, slugOf } from '#markup/slug.ts'
import type { SourceFiles } from './source-files.ts'
import type { PlannedSpec, SpecOutline, SpecServices, SpecSource } from './spec-outline.ts'

/** Specifications that one import reads at most. */
const MAX_READ = 20
/** Files that are looked at to find a specification. */
const MAX_CANDIDATES = 200

const NO_PERMISSION = 'Only members with the Create role can add it'

/**
 * Finds specifications by the names and URLs in a source: those of the organization first, else in the source, else at
 * their URL. `added` are those that the organization does not have yet. A reason is returned for those not found.
 */
export function specResolver(
  services: SpecServices,
  { files, sizes }: { readonly files: SourceFiles; readonly sizes: ReadonlyMap<string, number> },
) {
  const added: PlannedSpec[] = []
  const byName = new Map<string, Promise<SpecOutline | string>>()
  let reads = 0

  async function add(wanted: string | null, source: SpecSource): Promise<SpecOutline | string> {
    if (!(await services.canAdd())) return NO_PERMISSION
    if (++reads > MAX_READ) return `An import adds up to ${MAX_READ} specifications`
    const read = await services.read(source)
    if (typeof read === 'string') return read
    const { outline } = read
    const name = validSlug(wanted) ?? validSlug(outline.title) ?? 'api'
    const existing = wanted === null ? await services.find(name) : null
    // The same file imported again: a specification with this title is there already.
    if (
      existing !== null &&
      typeof existing === 'object' &&
      existing.title === outline.title &&
      'text' in source
    )
      return existing
    const slug = await freeSlug(name)
    added.push({ slug, source: 'url' in source ? source : { text: read.text ?? source.text } })
    return { ...outline, slug }
  }

  async function freeSlug(wanted: string): Promise<string> {
    for (let count = 1; ; count++) {
      const slug = count === 1 ? wanted : `${wanted.slice(0, 90)}-${count}`
      if (!added.some((one) => one.slug === slug) && (await services.find(slug)) === null) return slug
    }
  }

  async function resolve(name: string): Promise<SpecOutline | string> {
    const stored = await services.find(name)
    if (stored !== null) return stored
    if (/^https?:\/\//i.test(name)) return add(null, { url: name })
    const path = sizes.has(name) ? name : await fileFor(name)
    if (path !== null)
      return add(path === name ? null : name, { text: await textOf(path), file: { path, read: readText } })
    return `The organization has no OpenAPI specification “${cutText(name, 100)}”, and neither has the source. Add it with the slug “${specKeyOf(name)}”`
  }

  const textOf = async (path: string) => (await files.read(path)).toString('utf8').replace(/^\uFEFF/, '')

  const readText = async (path: string) => {
    const size = sizes.get(path)
    return size === undefined || size > MAX_SPEC_BYTES ? null : textOf(path)
  }

  /** The file with the specification of this name: by its file name or title, else the only specification. */
  async function fileFor(name: string): Promise<string | null> {
    const candidates = [...sizes]
      .filter(([path, size]) => /\.(ya?ml|json)$/i.test(path) && size > 0 && size <= MAX_SPEC_BYTES)
      .map(([path]) => path)
      .sort((a, b) => rankOf(a, name) - rankOf(b, name))
    const specs: string[] = []
    for (const path of candidates.slice(0, MAX_CANDIDATES)) {
      const text = await textOf(path)
      if (!isSpec(text)) continue
      if (rankOf(path, name) === 0 || slugOf(titleIn(text)) === slugOf(name)) return path
      specs.push(path)
    }
    return specs.length === 1 ? (specs[0] ?? null) : null
  }

  return {
    added: (): readonly PlannedSpec[] => added,
    /** By slug, URL or path in the source. */
    find(name: string): Promise<SpecOutline | string> {
      const known = byName.get(name) ?? resolve(name)
      byName.set(name, known)
      return known
    },
  }
}

/** The slug or URL with which a specification can be added that a source calls by this name. */
export const specKeyOf = (name: string): string =>
  /^https?:\/\//i.test(name) ? name : (validSlug(name) ?? name)

export type SpecResolver = ReturnType<typeof specResolver>

const validSlug = (name: string | null): string | null => {
  const slug = asciiSlugOf(name ?? '', '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 100)
    .replace(/^-|-$/g, '')
  return specSlug.safeParse(slug).success ? slug : null
}

/** Files named like the specification come first, then those that have the usual name. */
function rankOf(path: string, name: string): number {
  const file = posix.basename(path).replace(/\.[^.]+$/, '')
  const isUsual = /^(?:openapi|swagger)$/i.test(file)
  if (slugOf(file) === slugOf(name)) return 0
  if (isUsual && slugOf(posix.basename(posix.dirname(path))) === slugOf(name)) return 0
  return isUsual ? 1 : 2
}

/** In characters; the version and the title are near the start. */
const MAX_HEAD = 20_000

const isSpec = (text: string): boolean =>
  /^[ \t{]*["']?(?:openapi|swagger)["']?[ \t]*:/m.test(text.slice(0, MAX_HEAD))

const titleIn = (text: string): string =>
  /^[ \t]*["']?title["']?[ \t]*:[ \t]*["']?([^"'\r\n,]{1,200})/m.exec(text.slice(0, MAX_HEAD))?.[1]?.trim() ??
  ''
