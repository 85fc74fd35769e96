import type { ResolvedImage, ResolvedLink } from '#markup/render/context.ts'
import { dashboardLinkOf } from '../content/dashboard-links.ts'
import type { FileRow } from '../content/files.ts'
import { targetOf } from '../content/texts.ts'
import type { LinkData } from '../text-tasks/link-data.ts'
import { filesIn } from './files.ts'
import { urlsOnOtherSites } from './other-sites.ts'
import {
  fileHref,
  firstPageOf,
  imageRebase,
  pagesByAddress,
  pagesInOtherSpaces,
  type Target,
  targetOfPage,
} from './targets.ts'
import type { SpaceView } from './view.ts'
import { basePathOf, originOf, servesFilesBelowSite, type Visit } from './visit.ts'

/** What the links and images of one text resolve to. */
export type TextLinks = {
  readonly data: LinkData
  /** Equal if all links resolve to the same targets. */
  readonly key: string
  readonly dependsOnOthers: boolean
}

/** Resolves the targets of a text's links in at most two queries. */
export async function linkDataFor(
  visit: Visit,
  view: SpaceView,
  urls: readonly string[],
): Promise<TextLinks> {
  const targets = urls.map(targetOf)
  const pageIds = new Set(targets.flatMap((one) => (one.kind === 'page' ? [one.id] : [])))
  const fileIds = targets.flatMap((one) => (one.kind === 'file' ? [one.id] : []))
  const foreign = [...pageIds].filter((id) => view.content.tree.page(id) === undefined)
  const copied = urls.filter((url) => dashboardLinkOf(visit.urls.base, url) !== undefined)
  const [pages, files, dashboard] = await Promise.all([
    pagesOf(visit, view, pageIds, foreign),
    filesIn(visit, view.siteSpace.spaceId, fileIds),
    targetsOfCopied(visit, view, copied),
  ])
  const filesPath = servesFilesBelowSite(visit) ? basePathOf(visit) : ''
  const resolved = [filesPath, [...pages], [...files.keys()], [...dashboard]]
  const fileTargets = [...files].map(
    ([id, file]) => [id, { link: linkToFile(visit, view, file), image: imageOf(visit, view, file) }] as const,
  )
  return {
    data: {
      urls: dashboard,
      pages,
      files: new Map(fileTargets),
      origin: originOf(visit.urls),
      showsOutsideImages: true,
      ...imageRebase(visit),
    },
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

/** Dashboard URLs of spaces and pages on the site or on another public one; other dashboard URLs stay as they are. */
async function targetsOfCopied(
  visit: Visit,
  near: SpaceView,
  urls: readonly string[],
): Promise<ReadonlyMap<string, Target>> {
  const references = urls.flatMap((url) => {
    const reference = dashboardLinkOf(visit.urls.base, url)
    return reference === undefined ? [] : [{ url, ...reference }]
  })
  const addresses = references.flatMap(({ spaceId, pageId }) =>
    pageId === undefined ? [] : [{ spaceId, pageId }],
  )
  const pageAt = await pagesByAddress(visit, near, addresses)
  const targets = new Map<string, Target>()
  for (const { url, spaceId, pageId, suffix } of references) {
    const page = pageId === undefined ? await firstPageOf(visit, near, spaceId) : pageAt({ spaceId, pageId })
    const target = page && targetOfPage(page.view, page.node, suffix)
    if (target) targets.set(url, target)
  }
  const elsewhere = references.filter(({ url }) => !targets.has(url))
  const urlOf = await urlsOnOtherSites(visit, elsewhere)
  for (const { url, suffix, ...address } of elsewhere) {
    const href = urlOf(address)
    if (href !== undefined) targets.set(url, { href: href + suffix, external: true })
  }
  return targets
}

function linkToFile(visit: Visit, view: SpaceView, file: FileRow): ResolvedLink {
  const href = fileHref(visit, view.siteSpace.spaceId, file)
  return { href, title: file.name, description: `${kindOf(file)}, ${formatBytes(file.size)}` }
}

function imageOf(visit: Visit, view: SpaceView, file: FileRow): ResolvedImage {
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
