import { posix } from 'node:path'
import { docusaurusSettingsOf } from '../docusaurus/settings.ts'
import type { SourceFiles } from '../source-files.ts'
import { textOfFile } from '../text-of-file.ts'
import { fromDocusaurus } from './docusaurus-markdown.ts'
import { fromMkdocs } from './mkdocs-markdown.ts'

/** Converts the text of a page, and reports what it can't convert. */
type Dialect = (text: string, path: string) => { readonly text: string; readonly unknown: readonly string[] }

/** The same files, with pages of MkDocs and Docusaurus projects, and MDX of others, in the Markdown of this service. */
export function openDialects(files: SourceFiles): SourceFiles {
  /** By path: a page can be read more than once. */
  const warnings = new Map<string, string>()
  let dialect: Promise<Dialect | null> | undefined

  return {
    ...files,
    async read(path) {
      const bytes = await files.read(path)
      if (!/\.(?:md|mdx|markdown)$/i.test(path)) return bytes
      dialect ??= dialectOf(files)
      const convert = (await dialect) ?? (/\.mdx$/i.test(path) ? fromDocusaurus : null)
      if (convert === null) return bytes
      const { text, unknown } = convert(textOfFile(bytes).replace(/\r\n?/g, '\n'), path)
      if (unknown.length > 0) warnings.set(path, unknownComponents(unknown))
      return Buffer.from(text)
    },
    findings() {
      const own = files.findings?.() ?? { skipped: [], warnings: [] }
      return {
        skipped: own.skipped,
        warnings: [...own.warnings, ...Array.from(warnings, ([path, text]) => ({ path, text }))],
      }
    },
  }
}

const unknownComponents = (names: readonly string[]): string =>
  `Components that aren’t supported: ${names
    .slice(0, 10)
    .map((name) => `<${name}>`)
    .join(', ')}`

async function dialectOf(files: SourceFiles): Promise<Dialect | null> {
  const paths = new Set((await files.list()).map(({ path }) => path))
  if (paths.has('mkdocs.yml') || paths.has('mkdocs.yaml'))
    return (text) => ({ text: fromMkdocs(text), unknown: [] })
  const settings = await docusaurusSettingsOf(files, paths)
  if (settings === null) return null
  const [config = ''] = settings.files
  const roots = [posix.join(posix.dirname(config), 'static'), settings.docs]
  return (text, path) => {
    const { text: converted, unknown } = fromDocusaurus(text)
    return { text: withFilePaths(converted, path, (url) => fileAt(url, roots, paths)), unknown }
  }
}

const URL_FROM_ROOT = /(\]\(|\bsrc=\{?(?:require\()?["']|\bhref=["'])(\/|@site\/)([^\s"')#?]{1,500})/g

/** URLs from the root of the site as relative paths, where they are files of the source. */
const withFilePaths = (text: string, from: string, fileOf: (url: string) => string | null): string =>
  text.replace(URL_FROM_ROOT, (whole, before: string, _root, url: string) => {
    const path = fileOf(url)
    return path === null ? whole : before + encodeURI(posix.relative(posix.dirname(from), path))
  })

function fileAt(url: string, roots: readonly string[], paths: ReadonlySet<string>): string | null {
  const plain = url.replace(/\/$/, '')
  for (const root of [...roots, '']) {
    const path = posix.join(root, plain.replace(/^static\//, ''))
    const match = [
      path,
      `${path}.md`,
      `${path}.mdx`,
      `${path}/index.md`,
      `${path}/index.mdx`,
      `${path}/README.md`,
    ]
    const file = match.find((one) => paths.has(one))
    if (file !== undefined) return file
  }
  return null
}
