import { posix } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { cutText } from '#markup/cut-text.ts'
import { slugOf, uniqueSlug } from '#markup/slug.ts'
import type { GroupPlan, SectionPlan, SitePlan, SpacePlan } from '../db/tables/imports.ts'
import { titleOfName } from './outline.ts'
import { IMPORT_LIMITS, type SourceFiles, safePath } from './source-files.ts'

export const sectionsOfPlan = ({ items }: Pick<SitePlan, 'items'>): readonly SectionPlan[] =>
  items.flatMap((item) => (item.type === 'group' ? item.sections : [item]))

/** The spaces of a plan in their order. */
export const spacesOfPlan = (plan: SitePlan): readonly SpacePlan[] => [
  ...plan.spaces,
  ...sectionsOfPlan(plan).flatMap(({ spaces }) => spaces),
]

const CONFIG_FILES = ['docs.yaml', 'docs.yml']
/** A site can have more, but hardly any source does. */
const MAX_SPACES = 200

/**
 * The site in a source: as `docs.yaml` describes it, else a section for each folder with a table of contents. Null if
 * the source is a single space.
 */
export async function sitePlanOf(files: SourceFiles): Promise<SitePlan | null> {
  const paths = (await files.list()).map(({ path }) => path)
  const config = CONFIG_FILES.find((name) => paths.includes(name))
  const plan =
    config === undefined ? null : planOfConfig(config, (await files.read(config)).toString('utf8'), paths)
  const site = plan ?? planOfFolders(paths)
  return site === null ? null : { ...site, isConditional: await hasConditions(files) }
}

const CONDITIONS = /\{%-?\s*if\b|^---\n(?:(?!---\n).*\n){0,100}?(?:if|condition): \S/

/** Whether a page, or a part of one, is only for visitors who meet a condition. */
async function hasConditions(files: SourceFiles): Promise<boolean> {
  for (const { path, size } of await files.list()) {
    if (!/\.(md|markdown|mdx)$/i.test(path) || size > IMPORT_LIMITS.pageBytes) continue
    if (CONDITIONS.test((await files.read(path)).toString('utf8'))) return true
  }
  return false
}

const text = z.string().optional().catch(undefined)
const flag = z.boolean().optional().catch(undefined)

/** Texts by language. */
const translations = z.record(z.string(), z.unknown()).optional().catch(undefined)

const configItem = z.looseObject({
  type: text,
  title: text,
  path: text,
  description: text,
  icon: text,
  localizedTitle: translations,
  localizedDescription: translations,
  default: flag,
  draft: flag,
  id: text,
  space: text,
  content: z
    .looseObject({ directory: z.string().nullish().catch(null), language: text, space: text })
    .optional()
    .catch(undefined),
  get children() {
    return z.array(configItem).optional()
  },
})
type ConfigItem = z.infer<typeof configItem>

const configSchema = z.looseObject({
  site: z.looseObject({ title: text, structure: z.array(configItem).max(1000) }),
})

function planOfConfig(file: string, source: string, paths: readonly string[]): SitePlan | null {
  const config = configSchema.safeParse(parsed(source)).data
  if (config === undefined) return null
  const skipped: { path: string; reason: string }[] = []
  const skip = (item: ConfigItem, reason: string) => {
    skipped.push({ path: `${file}: ${item.title ?? item.type ?? 'entry'}`, reason })
    return []
  }
  const sectionPaths = new Set<string>()
  let count = 0

  function spaceOf(item: ConfigItem, taken: Set<string>): SpacePlan[] {
    const written = item.content?.directory
    if (item.draft) return skip(item, 'It is a draft')
    if (written === null || written === undefined) return skip(item, 'It has no content')
    const directory = folderOf(written)
    const exists =
      directory !== null && paths.some((path) => path.startsWith(directory === '' ? '' : `${directory}/`))
    if (!exists) return skip(item, `The folder ${written} is missing`)
    count += 1
    if (count > MAX_SPACES) return skip(item, `A site can have up to ${MAX_SPACES} spaces here`)
    const title = item.title ?? titleOfName(directory.split('/').at(-1) || 'Documentation')
    return [
      {
        title: cutText(title, 50),
        path: freePath(item.path ?? title, taken),
        directory,
        language: languageOf(item.content?.language),
        isDefault: item.default === true,
        ids: [item.id, item.space, item.content?.space].filter((id) => id !== undefined),
      },
    ]
  }

  function spacesOf(items: readonly ConfigItem[]): SpacePlan[] {
    const taken = new Set<string>()
    return withDefault(items.filter(isSpace).flatMap((item) => spaceOf(item, taken)))
  }

  function sectionOf(item: ConfigItem): SectionPlan[] {
    if (item.draft) return skip(item, 'It is a draft')
    const spaces = spacesOf(item.children ?? [])
    if (spaces.length === 0) return skip(item, 'It has no space with content')
    const title = sectionTitle(item.title)
    return [
      {
        type: 'section',
        title,
        path: freePath(item.path ?? title, sectionPaths),
        description: item.description === undefined ? null : cutText(item.description, 256),
        icon: iconOf(item.icon),
        isDefault: item.default === true,
        spaces,
      },
    ]
  }

  function sectionsIn(item: ConfigItem): SectionPlan[] {
    if (item.draft) return skip(item, 'It is a draft')
    return (item.children ?? []).flatMap((child) => (isGroup(child) ? sectionsIn(child) : sectionOf(child)))
  }

  function itemOf(item: ConfigItem): (SectionPlan | GroupPlan)[] {
    if (!isGroup(item)) return sectionOf(item)
    const sections = sectionsIn(item)
    if (sections.length === 0) return item.draft ? [] : skip(item, 'It has no section with content')
    const title = cutText(item.title ?? 'More', 100)
    return [{ type: 'group', title, icon: iconOf(item.icon), sections }]
  }

  const { structure } = config.site
  const hasSections = structure.some((item) => !isSpace(item))
  // Spaces beside sections become sections of their own.
  const items = hasSections
    ? structure.flatMap((item) =>
        itemOf(isSpace(item) ? { ...item, type: 'section', children: [item] } : item),
      )
    : []
  const spaces = hasSections ? [] : spacesOf(structure)
  if (items.length + spaces.length === 0) return null
  const languages = [...new Set(structure.flatMap(languagesIn))].slice(0, MAX_LANGUAGES)
  if (languages.length > 0) {
    const reason = `Titles and descriptions in other languages (${languages.join(', ')}) aren’t imported: sites show one title in all languages`
    skipped.push({ path: file, reason })
  }
  return { title: siteTitle(config.site.title), items: withDefaultSection(items), spaces, skipped }
}

/** Of languages in a report. */
const MAX_LANGUAGES = 20

/** The languages in which titles and descriptions differ from the item's own. */
const languagesIn = ({
  title,
  description,
  localizedTitle,
  localizedDescription,
  children,
}: ConfigItem): string[] => [
  ...Object.entries(localizedTitle ?? {}).flatMap(([language, one]) => (one === title ? [] : [language])),
  ...Object.entries(localizedDescription ?? {}).flatMap(([language, one]) =>
    one === description ? [] : [language],
  ),
  ...(children ?? []).flatMap(languagesIn),
]

function planOfFolders(paths: readonly string[]): SitePlan | null {
  const folders = paths
    .filter((path) => /(^|\/)summary\.md$/i.test(path))
    .map((path) => path.split('/').slice(0, -1).join('/'))
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  if (folders.length < 2 || folders.includes('')) return null
  const outermost = folders.filter((folder) => !folders.some((other) => folder.startsWith(`${other}/`)))
  if (outermost.length < 2) return null
  const taken = new Set<string>()
  const items = outermost.slice(0, MAX_SPACES).map((directory, index): SectionPlan => {
    const title = sectionTitle(titleOfName(directory.split('/').at(-1) ?? directory))
    const path = freePath(title, taken)
    const space = { title: cutText(title, 50), path, directory, language: null, isDefault: true, ids: [] }
    return {
      type: 'section',
      title,
      path,
      description: null,
      icon: null,
      isDefault: index === 0,
      spaces: [space],
    }
  })
  const skipped = outermost
    .slice(MAX_SPACES)
    .map((path) => ({ path, reason: `A site can have up to ${MAX_SPACES} spaces here` }))
  return { title: siteTitle(undefined), items, spaces: [], skipped }
}

const isSpace = ({ type }: ConfigItem): boolean => type === 'space'
const isGroup = ({ type }: ConfigItem): boolean => type === 'section-group'

/** Exactly one space is the default: the marked one, else the first. */
function withDefault<T extends { readonly isDefault: boolean }>(all: readonly T[]): T[] {
  const at = Math.max(
    0,
    all.findIndex(({ isDefault }) => isDefault),
  )
  return all.map((one, index) => ({ ...one, isDefault: index === at }))
}

function withDefaultSection(items: SitePlan['items']): SitePlan['items'] {
  const sections = sectionsOfPlan({ items })
  const chosen = sections.find(({ isDefault }) => isDefault) ?? sections[0]
  const marked = (section: SectionPlan) => ({ ...section, isDefault: section === chosen })
  return items.map((item) =>
    item.type === 'group' ? { ...item, sections: item.sections.map(marked) } : marked(item),
  )
}

/** A folder of the source; null if it is outside. */
function folderOf(written: string): string | null {
  const folder = posix.normalize(written.replace(/^\/+/, '')).replace(/\/$/, '')
  return folder === '.' || folder === '' ? '' : safePath(folder)
}

function freePath(written: string, taken: Set<string>): string {
  const path = uniqueSlug(slugOf(written), taken)
  taken.add(path)
  return path
}

const siteTitle = (title: string | undefined): string =>
  title === undefined || title.trim().length < 2 ? 'Documentation' : cutText(title.trim(), 128)

const sectionTitle = (title: string | undefined): string =>
  title === undefined || title.trim().length < 2 ? 'Section' : cutText(title.trim(), 128)

const iconOf = (icon: string | undefined): string | null =>
  icon !== undefined && /^[a-z0-9-]{1,50}$/.test(icon) ? icon : null

function languageOf(language: string | undefined): string | null {
  try {
    return Intl.getCanonicalLocales(language ?? [])[0] ?? null
  } catch {
    // Not a language tag: the space has no language.
    return null
  }
}

function parsed(source: string): unknown {
  try {
    return parse(source, { maxAliasCount: 20, logLevel: 'silent' })
  } catch {
    // Invalid YAML describes no site.
    return null
  }
}
