import type { StructuredDocument } from '#contract/documents.ts'
import type { Section } from '#markup/sections.ts'
import { loadEmoji, mayContainShortcodes, withEmoji } from '#markup/shortcodes.ts'
import type { TranslationTexts } from '../translating/translate-markdown.ts'
import type { ArticleInput } from './article.ts'
import type { KeyedOperations, KeyedSchemas, ShownExpressions } from './task-data.ts'

/**
 * Everything that parses the text of a page. Inputs and results are plain data, so that a task can run in a worker;
 * its code is loaded with the first call.
 */
export const textTasks = {
  /** The parts of a text as JSON, which is stored as it is, and received in one piece. */
  async parts(markdown: string) {
    const { sections, ...parts } = (await import('../content/texts.ts')).partsOf(markdown)
    return JSON.stringify({ sections: await withEmojiIn(sections, markdown), ...parts })
  },

  /** The URLs of a text with their spans. */
  async links(markdown: string) {
    const [{ linksOf }, { parseMarkdown }] = await Promise.all([
      import('#markup/links.ts'),
      import('#markup/parse.ts'),
    ])
    return linksOf(parseMarkdown(markdown))
  },

  /** The URLs of the include tags of a text with their spans. */
  async includeLinks(markdown: string) {
    const [{ includeLinksOf }, { parseMarkdown }] = await Promise.all([
      import('#markup/includes.ts'),
      import('#markup/parse.ts'),
    ])
    return includeLinksOf(parseMarkdown(markdown))
  },

  /** Its sections with the content under met conditions. */
  async sections({ markdown, shown }: { readonly markdown: string; readonly shown: ShownExpressions }) {
    const [{ sectionsOf }, { parseMarkdown }] = await Promise.all([
      import('#markup/sections.ts'),
      import('#markup/parse.ts'),
    ])
    const sections = sectionsOf(parseMarkdown(markdown), (expression) => shown[expression] ?? false)
    return withEmojiIn(sections, markdown)
  },

  /** The expressions of which a text shows the values, each once. */
  async expressions(markdown: string) {
    const [{ expressionsOf }, { parseMarkdown }] = await Promise.all([
      import('#markup/expressions.ts'),
      import('#markup/parse.ts'),
    ])
    const found = expressionsOf(parseMarkdown(markdown), markdown)
    return [...new Set(found.map(({ expression }) => expression))]
  },

  /** The text with these values in place of its expressions. */
  async expandExpressions({
    markdown,
    values,
  }: {
    readonly markdown: string
    readonly values: ReadonlyMap<string, string | null>
  }) {
    const { expandExpressions } = await import('#markup/expressions.ts')
    return expandExpressions(markdown, (expression) => values.get(expression) ?? null)
  },

  /** The expressions of the `if` blocks in a text. */
  async conditions(markdown: string) {
    return (await import('./conditions.ts')).expressionsIn(markdown)
  },

  /** The text with the content under met conditions. */
  async applyConditions({
    markdown,
    shown,
  }: {
    readonly markdown: string
    readonly shown: ShownExpressions
  }) {
    const { applyConditions } = await import('#markup/conditions.ts')
    return applyConditions(markdown, (expression) => shown[expression] ?? false)
  },

  /** The text with the texts that it includes, and the ids of these. */
  async includes({
    markdown,
    texts,
  }: {
    readonly markdown: string
    readonly texts: ReadonlyMap<string, string>
  }) {
    const { expandIncludes } = await import('#markup/includes.ts')
    const ids = new Set<string>()
    const whole = expandIncludes(
      markdown,
      (id) => texts.get(id),
      (id) => void ids.add(id),
    )
    return { whole, ids: [...ids] }
  },

  async includedIds(markdown: string) {
    const [{ includesIn }, { parseMarkdown }] = await Promise.all([
      import('#markup/includes.ts'),
      import('#markup/parse.ts'),
    ])
    return includesIn(parseMarkdown(markdown))
  },

  async blocks(markdown: string) {
    const [{ blocksOf }, { parseMarkdown }] = await Promise.all([
      import('#markup/blocks.ts'),
      import('#markup/parse.ts'),
    ])
    return blocksOf(parseMarkdown(markdown))
  },

  /** The text with some blocks as in an older text. */
  async revertBlocks({ now, then, keys }: { now: string; then: string; keys: readonly string[] }) {
    return (await import('#markup/revert-blocks.ts')).revertBlocks(now, then, keys)
  },

  /** A three-way merge by lines. */
  async mergedRuns(texts: { readonly base: string; readonly theirs: string; readonly ours: string }) {
    return (await import('../content/merged-runs.ts')).mergedRuns(texts)
  },

  document: async (markdown: string) => (await import('#markup/document/read.ts')).documentOf(markdown),

  /** A structured document as JSON in UTF-8, which is received in one piece, unlike its nodes. */
  async documentBytes(markdown: string) {
    const { documentOf } = await import('#markup/document/read.ts')
    return new TextEncoder().encode(JSON.stringify(documentOf(markdown)))
  },

  /** The Markdown of a structured document in JSON. */
  async markdownOfDocument({ json, before }: { readonly json: string; readonly before: string }) {
    const [{ markdownOf }, { normalizeDocument }] = await Promise.all([
      import('#markup/document/write.ts'),
      import('#markup/document/normalize.ts'),
    ])
    return markdownOf(normalizeDocument(JSON.parse(json) as StructuredDocument), before)
  },

  /** The fields of front matter, which is all of the text. */
  frontMatter: async (text: string) => (await import('#markup/front-matter.ts')).splitFrontMatter(text),

  /** The first heading of a text, empty if there is none. */
  firstHeading: async (markdown: string) => (await import('#markup/title.ts')).titleOf(markdown, {}, ''),

  /** The updates of a changelog, each with the beginning of its text. */
  async updates({ markdown, title }: { readonly markdown: string; readonly title: string }) {
    const [{ updatesOf }, { parseMarkdown }, { leadOf }, { withoutTitle }] = await Promise.all([
      import('#markup/updates.ts'),
      import('#markup/parse.ts'),
      import('#markup/text.ts'),
      import('#markup/title.ts'),
    ])
    return updatesOf(withoutTitle(parseMarkdown(markdown), title)).map(({ node, ...update }) => ({
      ...update,
      summary: leadOf({ type: 'root', children: node.children }),
    }))
  },

  async articleFacts(input: { readonly markdown: string; readonly title: string }) {
    return (await import('./article.ts')).articleFacts(input)
  },

  article: async (input: ArticleInput) => (await import('./article.ts')).renderArticle(input),

  async expandOperations({
    markdown,
    operations,
    schemas,
  }: {
    markdown: string
    operations: KeyedOperations
    schemas: KeyedSchemas
  }) {
    const [{ expandOperations }, { apiBlockKey, schemasBlockKey }] = await Promise.all([
      import('#markup/operation-markdown.ts'),
      import('#markup/api-blocks.ts'),
    ])
    const [knownOperations, knownSchemas] = [new Map(operations), new Map(schemas)]
    return expandOperations(markdown, {
      operation: (block) => knownOperations.get(apiBlockKey(block)) ?? null,
      schemas: (block) => knownSchemas.get(schemasBlockKey(block)) ?? null,
    })
  },

  /** A page file of an import: its fields, and its text without them. */
  async sourcePage({ path, file, title }: { path: string; file: string; title: string | null }) {
    return (await import('../importing/page-text.ts')).pageTextOf(path, file, title)
  },

  /** The same for a file with a reusable content. */
  async sourceReusable({ path, file }: { readonly path: string; readonly file: string }) {
    return (await import('../importing/page-text.ts')).reusableTextOf(path, file)
  },

  /** The table of contents of an import. */
  summary: async (markdown: string) => (await import('#markup/summary.ts')).parseSummary(markdown),

  /** A page of a website as Markdown, and the links in it. */
  async websitePage({ html, url }: { readonly html: string; readonly url: string }) {
    return (await import('../importing/website-pages.ts')).websitePageOf(html, url)
  },

  /** The texts of a page that a provider translates. */
  async textsToTranslate(texts: TranslationTexts) {
    return (await import('../translating/translate-markdown.ts')).textsToTranslate(texts)
  },

  /** The page with `translations` of these texts. */
  async translatedMarkdown({
    texts,
    translations,
  }: {
    readonly texts: TranslationTexts
    readonly translations: readonly string[]
  }) {
    return (await import('../translating/translate-markdown.ts')).translatedMarkdown(texts, translations)
  },

  /** An HTML file as Markdown. */
  async htmlFile({ html, path }: { readonly html: string; readonly path: string }) {
    return (await import('../importing/website-pages.ts')).markdownOfHtml(html, path)
  },

  /** The tree of pages in the index of a Confluence export. */
  confluenceIndex: async (html: string) =>
    (await import('../importing/confluence/read-index.ts')).readConfluenceIndex(html),

  /** A page of a Confluence export as Markdown. */
  async confluencePage(input: { readonly html: string; readonly title: string | null }) {
    return (await import('../importing/confluence/read-page.ts')).readConfluencePage(input)
  },
}

export type TextTasks = typeof textTasks

/** Sections with emoji instead of their shortcodes, as readers see them in search results. */
async function withEmojiIn(sections: readonly Section[], markdown: string): Promise<readonly Section[]> {
  if (!mayContainShortcodes(markdown)) return sections
  const emojiNamed = await loadEmoji()
  return sections.map((section) => ({
    ...section,
    title: withEmoji(section.title, emojiNamed),
    text: withEmoji(section.text, emojiNamed),
  }))
}
