import type { ResolvedImage, ResolvedLink } from '#markup/render/context.ts'
import type { HastOptions } from '#markup/to-hast.ts'
import type { FileRow } from '../content/files.ts'
import { suffixOf, targetOf } from '../content/texts.ts'
import { filesIn } from './files.ts'
import {
  dashboardAddress,
  fileHref,
  imageHref,
  pagesInOtherSpaces,
  type Target,
  targetOfPage,
  viewOfSpace,
} from './targets.ts'
import type { SpaceView } from './view.ts'
import { basePathOf, originOf, servesFilesBelowSite, type Visit } from './visit.ts'

/** Resolves the links and images of one text. */
export type LinkResolvers = Required<Pick<HastOptions, 'resolveLink' | 'resolveImage'>> & {
  /** Equal if all links resolve to the same targets. */
  readonly key: string
  readonly dependsOnOthers: boolean
}

/** Resolves the targets of a text's links in at most two queries. */
export async function linkResolversFor(
  visit: Visit,
  view: SpaceView,
  urls: readonly string[],
): Promise<LinkResolvers> {
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
    const copiedTarget = dashboard.get(url)
    if (copiedTarget !== undefined) return copiedTarget
    const target = targetOf(url)
    if (target.kind === 'page') return linkTo(pages.get(target.id), url)
    if (target.kind === 'file') return fileTarget(visit, view, files.get(target.id)) ?? broken(url)
    if (target.kind === 'anchor') return { href: url }
    return target.kind === 'url' ? { href: url, external: isOutside(visit, url) } : broken(url)
  }
  const resolveImage = (url: string): ResolvedImage | null => {
    const target = targetOf(url)
    if (target.kind === 'file') return imageOf(visit, view, files.get(target.id))
    return target.kind === 'url' ? { src: imageHref(visit, url) } : null
  }
  const filesPath = servesFilesBelowSite(visit) ? basePathOf(visit) : ''
  const resolved = [filesPath, [...pages], [...files.keys()], [...dashboard]]
  return {
    resolveLink,
    resolveImage,
    key: JSON.stringify([view.siteSpace.spaceId, ...resolved]),
    dependsOnOthers: foreign.length > 0 || copied.length > 0,
  }
}

async function pagesOf(
  visit: Visit,
  view: SpaceView,
  ids: ReadonlySet<string>,
  foreign: readonly string[],
): Promise<ReadonlyMap<string, Target>> {
  const targets = new Map<string, Target>()
  const add = (id: string, target: Target | undefined) => target && targets.set(id, target)
  for (const id of ids) {
    const node = view.page(id)
    if (node) add(id, targetOfPage(view, node))
  }
  for (const [id, other] of await pagesInOtherSpaces(visit, view, foreign))
    add(id, targetOfPage(other.view, other.node))
  return targets
}

/** Dashboard URLs of spaces and pages on the site; other dashboard URLs stay as they are. */
async function targetsOfCopied(
  visit: Visit,
  near: SpaceView,
  urls: readonly string[],
): Promise<ReadonlyMap<string, Target>> {
  const targets = new Map<string, Target>()
  for (const url of urls) {
    const reference = dashboardAddress(visit, url)
    const view = reference && (await viewOfSpace(visit, near, reference.spaceId))
    if (!reference || !view) continue
    const node = reference.pageId === undefined ? view.first : view.page(reference.pageId)
    const target = node && targetOfPage(view, node, reference.suffix)
    if (target) targets.set(url, target)
  }
  return targets
}

const broken = (href: string): ResolvedLink => ({ href, broken: true })

const linkTo = (target: Target | undefined, url: string): ResolvedLink =>
  target === undefined ? broken(url) : { ...target, href: target.href + suffixOf(url) }

const isOutside = (visit: Visit, url: string): boolean =>
  /^(?:https?:)?\/\//i.test(url) && !url.startsWith(`${originOf(visit.urls)}/`)

function fileTarget(visit: Visit, view: SpaceView, file: FileRow | undefined): ResolvedLink | undefined {
  if (file === undefined) return undefined
  const href = fileHref(visit, view.siteSpace.spaceId, file)
  return { href, title: file.name, description: `${kindOf(file)}, ${formatBytes(file.size)}` }
}

function imageOf(visit: Visit, view: SpaceView, file: FileRow | undefined): ResolvedImage | null {
  if (file === undefined) return null
  const size = file.width && file.height ? { width: file.width, height: file.height } : {}
  return { src: fileHref(visit, view.siteSpace.spaceId, file), ...size }
}

/** `PDF` or `PNG`, by the extension of the file name, else by its content type. */
const kindOf = ({ name, contentType }: FileRow): string =>
  (/\.(\w{1,8})$/.exec(name)?.[1] ?? contentType.split('/')[1] ?? '').toUpperCase()

const units = ['B', 'kB', 'MB', 'GB'] as const

/** A size such as `12 kB` or `1.2 kB`. */
export function formatBytes(bytes: number): string {
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** power
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${units[power]}`
}
