import { LRUCache } from 'lru-cache'
import { connectOrigins } from '#markup/api-request.ts'
import type { Article } from '#published/article.ts'
import type { OutlineEntry } from '#published/model.ts'
import type { PageEntry } from '../content/entries.ts'
import { hashOf } from '../content/objects.ts'
import { bodyOf, withReusables } from '../content/read.ts'
import { appliesConditions } from '../domain/sites/adaptive-content.ts'
import type { ArticleFacts, RenderedArticle } from '../text-tasks/article.ts'
import { runTextTask, TextTooComplex } from '../text-tasks/run.ts'
import { operationsFor } from './api-blocks.ts'
import { customizationFor } from './customization.ts'
import { languageOf } from './language.ts'
import { linkDataFor } from './links.ts'
import { offersAsk } from './offers-ask.ts'
import { tagStylesOf } from './tags.ts'
import { withValuesFor } from './values.ts'
import type { SpaceView } from './view.ts'
import { basePathOf, type Visit } from './visit.ts'

/** The rendered content of a page. */
export type PageArticle = {
  readonly article: Article
  readonly outline: readonly OutlineEntry[]
  /** As `rightToLeftLanguage` returns it. */
  readonly language: string | null | undefined
  /** Whether it contains updates of a changelog. */
  readonly hasUpdates: boolean
  /** Whether it links to pages of other spaces or shows API operations, which may change without it. */
  readonly dependsOnOthers: boolean
  /** The servers that readers can send requests to. */
  readonly connects: readonly string[]
}

const knownFacts = new LRUCache<string, ArticleFacts>({
  max: 5_000,
  maxSize: 8_000_000,
  sizeCalculation: ({ urls }) => 500 + urls.reduce((sum, url) => sum + url.length + 50, 0),
})

const renderedArticles = new LRUCache<string, RenderedArticle>({
  maxSize: 16_000_000,
  sizeCalculation: ({ article, outline }) => article.html.length * 2 + outline.length * 200 + 1_000,
})

/** Texts that could not be processed are not tried again for a while, so that their readers cost nothing. */
const failedTexts = new LRUCache<string, true>({ max: 1_000, ttl: 10 * 60_000 })

/**
 * The rendered content of a page on the site.
 * @throws {TextTooComplex} if it takes too much time or memory
 */
export async function articleOf(at: Visit, view: SpaceView, entry: PageEntry): Promise<PageArticle> {
  const { structure, audience } = at.state.shape
  const own = await bodyOf(at.db, at.state.organizationId, entry)
  const body = await withValuesFor(at, view, entry, await withReusables(at.db, view.content, own))
  const bodyKey = `${body === own ? entry.body : hashOf('text', body)} ${entry.title}`
  if (failedTexts.has(bodyKey)) throw new TextTooComplex()
  const facts = await rememberingFailure(bodyKey, () => factsOf(bodyKey, body, entry.title))
  const { urls, language, expressions, hasUpdates } = facts
  const links = await linkDataFor(at, view, urls)
  const shown =
    expressions.length > 0 && appliesConditions(structure.site)
      ? Object.fromEntries(expressions.map((one) => [one, view.shows(one, entry)]))
      : undefined
  const customization = customizationFor(at.state.shape.customizations, view.siteSpace.id)
  const { locale: siteLocale } = customization.internationalization
  const locale = (language === undefined ? languageOf(view) : language) ?? siteLocale
  const opensOutside = customization.externalLinks.target === 'blank'
  const api = await operationsFor(at.db, at.state.organizationId, facts)
  const { icons } = customization.styling
  const searchHref = `${basePathOf(at)}/~search`
  const answersQuestions = offersAsk(at)
  const tags = hasUpdates ? [...(await tagStylesOf(view))] : []
  const key = `${bodyKey} ${locale} ${icons} ${searchHref} ${answersQuestions} ${opensOutside} ${JSON.stringify(shown)} ${audience} ${links.key} ${api.key} ${tags.length === 0 ? '' : JSON.stringify(tags)}`
  const input = {
    markdown: body,
    title: entry.title,
    links: links.data,
    operations: api.operations,
    schemas: api.schemas,
    locale,
    opensOutside,
    searchHref,
    answersQuestions,
    icons,
    tags,
    ...(shown === undefined ? {} : { shown }),
  }
  const rendered =
    renderedArticles.get(key) ??
    (await rememberingFailure(bodyKey, () => runTextTask('article', input, body, api.json)))
  renderedArticles.set(key, rendered)
  const dependsOnOthers = links.dependsOnOthers || api.key !== ''
  const connects = connectOrigins(api.operations.map(([, operation]) => operation))
  const { article, outline } = rendered
  return { article, outline, language, hasUpdates, dependsOnOthers, connects }
}

async function factsOf(key: string, markdown: string, title: string): Promise<ArticleFacts> {
  const facts = knownFacts.get(key) ?? (await runTextTask('articleFacts', { markdown, title }, markdown))
  knownFacts.set(key, facts)
  return facts
}

async function rememberingFailure<T>(key: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof TextTooComplex) failedTexts.set(key, true)
    throw error
  }
}
