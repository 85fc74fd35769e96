import { rewriteLinks } from '../text-tasks/rewrite.ts'
import { CRAWL_LIMITS, type CrawlLimits, type CrawlResult, crawl } from './crawl.ts'
import { type OutsideFetch, outsideFetch } from './fetch.ts'
import { readWebsitePage } from './fetched-page.ts'
import { withoutTitleText } from './page-text.ts'
import { fileAddress, type ImportPlan, type OnProgress, type PlannedFile, pageAddress } from './plan.ts'
import { type AddressedPage, treeOfAddresses } from './tree-of-addresses.ts'
import { readImages, type StoreBytes } from './website-images.ts'
import type { WebsitePage } from './website-pages.ts'

type Options = {
  readonly newId: () => string
  readonly onProgress: OnProgress
  readonly stop: AbortSignal
  readonly allowPrivate: boolean
  readonly version: string
  readonly storeBytes: StoreBytes
  readonly limits?: CrawlLimits
}

/**
 * Plans the import of a website: the pages at and below a URL, as far as robots.txt and the limits allow, with their
 * images as files and links among them as links of the plan. Throws `upstream` if the first page cannot be read.
 */
export async function planOfWebsite(url: string, options: Options): Promise<ImportPlan> {
  const fetch = outsideFetch(options)
  try {
    return await crawlAndPlan(url, fetch, options)
  } finally {
    await fetch.close()
  }
}

async function crawlAndPlan(url: string, fetch: OutsideFetch, options: Options): Promise<ImportPlan> {
  const { newId, onProgress, storeBytes, stop: signal, limits = CRAWL_LIMITS } = options
  const crawlResult = await crawl({ start: url, fetch, read: readWebsitePage, limits, onProgress, signal })
  const { bytesLeft: room, endsAt } = crawlResult
  const imageUrls = [...crawlResult.pages.values()].flatMap(({ page }) => page.images)
  const images = await readImages(imageUrls, { fetch, room, endsAt, newId, storeBytes, onProgress, signal })
  const ids = new Map([...crawlResult.pages.keys()].map((key) => [key, newId()]))
  const rewriter = linkRewriter(crawlResult, ids, images.files)
  const pages: AddressedPage[] = []
  for (const [key, { url: source, page }] of crawlResult.pages) {
    const id = ids.get(key) ?? newId()
    const text = await rewriter.linked(page.text, source)
    pages.push(addressedPage(crawlResult, { key, id, source, page, text }))
  }
  return {
    pages: treeOfAddresses(pages, newId),
    files: [...images.files.values()],
    reusables: [],
    findings: {
      ...rewriter.links,
      skipped: [...crawlResult.skipped, ...images.skipped],
      warnings: [],
      configFiles: [],
    },
  }
}

type PageParts = { key: string; id: string; source: string; page: WebsitePage; text: string }

function addressedPage(
  { scope, pages }: CrawlResult<WebsitePage>,
  { key, id, source, page, text }: PageParts,
): AddressedPage {
  const [start] = pages.keys()
  const path = key === start ? '' : new URL(key).pathname.slice(scope.folder.length)
  const { title, description } = page
  return { id, path, title, description, text: withoutTitleText(text, title), source }
}

function linkRewriter(
  { scope, aliases, missing }: CrawlResult<WebsitePage>,
  ids: ReadonlyMap<string, string>,
  images: ReadonlyMap<string, PlannedFile>,
) {
  const links = { linksResolved: 0, linksBroken: [] as { page: string; url: string }[] }

  function addressOf(url: string): string | null {
    const file = images.get(url)
    if (file !== undefined) return fileAddress(file.id)
    if (!URL.canParse(url)) return null
    const target = new URL(url)
    const id = pageId(target)
    return id === undefined ? null : pageAddress(id, target.hash)
  }

  /** Two pages can name each other as canonical, so the number of steps is limited. */
  function pageId(target: URL): string | undefined {
    let key = scope.keyOf(target)
    for (let step = 0; key !== null && step < 5; step++) {
      const id = ids.get(key)
      if (id !== undefined) return id
      key = aliases.get(key) ?? null
    }
    return undefined
  }

  function isBroken(url: string): boolean {
    const key = URL.canParse(url) ? scope.keyOf(new URL(url)) : null
    return key !== null && missing.has(key)
  }

  return {
    links,
    linked: (text: string, page: string): Promise<string> =>
      rewriteLinks(text, ({ url }) => {
        const address = addressOf(url)
        if (address !== null) links.linksResolved += 1
        else if (isBroken(url)) links.linksBroken.push({ page, url })
        return address
      }),
  }
}
