import type { HastOptions, ResolvedImage, ResolvedLink } from '#markup/to-hast.ts'
import type { FileRow } from '../content/files.ts'
import { suffixOf, targetOf } from '../content/texts.ts'
import { filesIn } from './files.ts'
import {
  dashboardAddress,
  fileHref,
  pagesElsewhere,
  pictureHref,
  type Target,
  targetOfPage,
  viewOfSpace,
} from './targets.ts'
import type { SpaceView } from './view.ts'
import { basePathOf, keepsFiles, originOf, type Visit } from './visit.ts'

/** How the links of one text are drawn. */
export type Links = Required<Pick<HastOptions, 'resolveLink' | 'resolveImage'>> & {
  /** Equal for equal outcomes: all that was looked up. */
  readonly key: string
  readonly dependsOnOthers: boolean
}

/** Looks up everything that a text's links name, in at most two queries. */
export async function linksFor(visit: Visit, view: SpaceView, urls: readonly string[]): Promise<Links> {
  const targets = urls.map(targetOf)
  const pageIds = new Set(targets.flatMap((one) => (one.kind === 'page' ? [one.id] : [])))
  const fileIds = targets.flatMap((one) => (one.kind === 'file' ? [one.id] : []))
  const foreign = [...pageIds].filter((id) => view.content.tree.page(id) === undefined)
  const copied = urls.filter((url) => dashboardAddress(visit, url) !== undefined)
  const [pages, files, dashboard] = await Promise.all([
    pagesOf(visit, view, pageIds, foreign),
    filesIn(visit, view.siteSpace.spaceId, fileIds),
    targetsOfCopied(visit, view, copied),
  ])
  const resolveLink = (url: string): ResolvedLink => {
    const found = dashboard.get(url)
    if (found !== undefined) return found
    const target = targetOf(url)
    if (target.kind === 'page') return shown(pages.get(target.id), url)
    if (target.kind === 'file') return fileTarget(visit, view, files.get(target.id)) ?? broken(url)
    if (target.kind === 'anchor') return { href: url }
    return target.kind === 'url' ? { href: url, external: isOutside(visit, url) } : broken(url)
  }
  const resolveImage = (url: string): ResolvedImage | null => {
    const target = targetOf(url)
    if (target.kind === 'file') return imageOf(visit, view, files.get(target.id))
    return target.kind === 'url' ? { src: pictureHref(visit, url) } : null
  }
  const below = keepsFiles(visit) ? basePathOf(visit) : ''
  const lookedUp = [below, [...pages], [...files.keys()], [...dashboard]]
  return {
    resolveLink,
    resolveImage,
    key: JSON.stringify([view.siteSpace.spaceId, ...lookedUp]),
    dependsOnOthers: foreign.length > 0 || copied.length > 0,
  }
}

async function pagesOf(
  visit: Visit,
  view: SpaceView,
  ids: ReadonlySet<string>,
  foreign: readonly string[],
): Promise<ReadonlyMap<string, Target>> {
  const found = new Map<string, Target>()
  const add = (id: string, target: Target | undefined) => target && found.set(id, target)
  for (const id of ids) {
    const node = view.page(id)
    if (node) add(id, targetOfPage(view, node))
  }
  for (const [id, there] of await pagesElsewhere(visit, view, foreign))
    add(id, targetOfPage(there.view, there.node))
  return found
}

/** Addresses of the dashboard that name a space or page of the site; others stay links to the dashboard. */
async function targetsOfCopied(
  visit: Visit,
  near: SpaceView,
  urls: readonly string[],
): Promise<ReadonlyMap<string, Target>> {
  const found = new Map<string, Target>()
  for (const url of urls) {
    const named = dashboardAddress(visit, url)
    const view = named && (await viewOfSpace(visit, near, named.spaceId))
    if (!named || !view) continue
    const node = named.pageId === undefined ? view.first : view.page(named.pageId)
    const target = node && targetOfPage(view, node, named.suffix)
    if (target) found.set(url, target)
  }
  return found
}

const broken = (href: string): ResolvedLink => ({ href, broken: true })

const shown = (target: Target | undefined, url: string): ResolvedLink =>
  target === undefined ? broken(url) : { ...target, href: target.href + suffixOf(url) }

const isOutside = (visit: Visit, url: string): boolean =>
  /^(?:https?:)?\/\//i.test(url) && !url.startsWith(`${originOf(visit.urls)}/`)

function fileTarget(visit: Visit, view: SpaceView, file: FileRow | undefined): ResolvedLink | undefined {
  if (file === undefined) return undefined
  const href = fileHref(visit, view.siteSpace.spaceId, file)
  return { href, title: file.name, description: `${kindOf(file)}, ${sizeInWords(file.size)}` }
}

function imageOf(visit: Visit, view: SpaceView, file: FileRow | undefined): ResolvedImage | null {
  if (file === undefined) return null
  const size = file.width && file.height ? { width: file.width, height: file.height } : {}
  return { src: fileHref(visit, view.siteSpace.spaceId, file), ...size }
}

/** `PDF`, `PNG`: what the name ends with, for that is what people know it by. */
const kindOf = ({ name, contentType }: FileRow): string =>
  (/\.(\w{1,8})$/.exec(name)?.[1] ?? contentType.split('/')[1] ?? '').toUpperCase()

const units = ['B', 'kB', 'MB', 'GB'] as const

/** `12 kB`; two digits at least where they say something. */
export function sizeInWords(bytes: number): string {
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** power
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${units[power]}`
}
