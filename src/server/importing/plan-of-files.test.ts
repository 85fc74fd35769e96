import { fileURLToPath } from 'node:url'
import { describe, expect, it, test } from 'vitest'
import { parsedText } from '../content/parsed-texts.ts'
import { partsOf } from '../content/texts.ts'
import { folderFiles } from './folder.ts'
import type { ImportPlan, PlannedPage } from './plan.ts'
import { planOfFiles } from './plan-of-files.ts'
import { sitePlanOf } from './site-plan.ts'
import type { SourceFiles } from './source-files.ts'
import { markdownOfHtml } from './website-pages.ts'

const fixture = (name: string) => folderFiles(fileURLToPath(new URL(`fixtures/${name}`, import.meta.url)))

function planOf(files: SourceFiles): Promise<ImportPlan> {
  let count = 0
  return planOfFiles(files, {
    newId: () => `id${++count}`,
    onProgress: async () => undefined,
    markdownOfHtml: async (html, path) => markdownOfHtml(html, path),
  })
}

/** Files that exist only here. */
const written = (texts: Readonly<Record<string, string | Uint8Array>>): SourceFiles => ({
  list: async () => Object.entries(texts).map(([path, text]) => ({ path, size: text.length })),
  read: async (path) => Buffer.from(texts[path] ?? ''),
  close: async () => undefined,
})

const drawn = (pages: readonly PlannedPage[], depth = 0): string[] =>
  pages.flatMap((page) => [
    `${'  '.repeat(depth)}${page.slug}: ${page.title}${page.type === 'document' ? '' : ` (${page.type})`}${page.hidden ? ' hidden' : ''}${page.text === null ? ' -' : ''}`,
    ...drawn(page.children, depth + 1),
  ])

const everyPage = (pages: readonly PlannedPage[]): PlannedPage[] =>
  pages.flatMap((page) => [page, ...everyPage(page.children)])

function page(plan: ImportPlan, source: string): PlannedPage {
  const match = everyPage(plan.pages).find((page) => page.source === source)
  if (match === undefined) throw new Error(`No page from ${source}`)
  return match
}

describe('a folder with a SUMMARY.md', () => {
  it('is imported in its order and nesting, with entries without a file, and linked pages last and hidden', async () => {
    const plan = await planOf(fixture('listed'))
    expect(drawn(plan.pages)).toEqual([
      'welcome: Welcome',
      'guide: The guide',
      '  set-up: Set up (the long way)',
      '  later: Later -',
      '    take_care: Take care',
      '  gone: Gone -',
      'elsewhere: Elsewhere (group) -',
      '  the-forum: The forum (link) -',
      'found: Found hidden',
      'other: Other hidden',
    ])
    expect(everyPage(plan.pages).find(({ type }) => type === 'link')?.target).toBe(
      'https://forum.example.org/',
    )
  })

  it('gives pages their front matter and drops the heading that repeats the title', async () => {
    const plan = await planOf(fixture('listed'))
    expect(page(plan, 'README.md')).toMatchObject({ description: 'What this is about.', icon: 'house-flag' })
    expect(page(plan, 'README.md').text).toMatch(/^Begin with/)
    expect(page(plan, 'guide/set-up.md').text).toMatch(/^## Step one/)
    expect(page(plan, 'guide/take_care.md').text).toMatch(/^Of \[yourself\]/)
    expect(page(plan, 'guide/README.md')).toMatchObject({ title: 'The guide', more: { linkTitle: 'Guide' } })
    expect(page(plan, 'guide/README.md').text).toMatch(/^\{% content-ref/)
  })

  it('converts relative links to links of the plan and counts broken ones', async () => {
    const plan = await planOf(fixture('listed'))
    const id = (source: string) => page(plan, source).id
    const file = (name: string) => plan.files.find((file) => file.name === name)?.id
    const text = page(plan, 'README.md').text
    expect(text).toContain(`[guide](/pages/${id('guide/README.md')})`)
    expect(text).toContain(`[on](/pages/${id('guide/set-up.md')}#step-one)`)
    expect(text).toContain(`<img src="/files/${file('a picture (1).png')}" alt="">`)
    expect(text).toContain(`[a loose page](/pages/${id('loose/found.md')})`)
    expect(text).toContain('[what is lost](nowhere.md)')
    expect(text).toContain('[the outside](https://example.org/x.md)')
    expect(page(plan, 'guide/README.md').text).toContain(`url="/pages/${id('guide/set-up.md')}"`)
    expect(page(plan, 'guide/set-up.md').text).toContain(
      `![dots](/files/${file('dots.svg')}) and [care](/pages/${id('guide/take_care.md')} "title"), [down](#step-one)`,
    )
    expect(plan.findings.linksBroken).toEqual([
      { page: 'README.md', url: 'nowhere.md' },
      { page: 'guide/set-up.md', url: '../lost.png' },
    ])
    expect(plan.findings.linksResolved).toBe(10)
  })

  it('gives links the anchors of the sections that other spellings mean', async () => {
    const plan = await planOf(
      written({
        'SUMMARY.md': '* [A](a.md)\n* [B](b.md)\n',
        'a.md': `# A

[1](b.md#debugging--output) [2](b.md#appconfigapi) [3](b.md#appconfig-enabled) [4](b.md#about-b)
[5](b.md#gone) [6](b.md#twice) [7](b.md#Set-Up) [8](#both--here) <a href="b.md#debugging--output">9</a>

## Both & here
`,
        'b.md': `# About B

## Debugging & Output
## AppConfig:API
## AppConfig:<code class="expression">page.vars.kind</code>:Enabled
## Twice
## Twice?
## Set up
`,
      }),
    )
    const at = `/pages/${page(plan, 'b.md').id}`
    expect(page(plan, 'a.md').text?.split('\n').slice(0, 2)).toEqual([
      `[1](${at}#debugging-and-output) [2](${at}#appconfig-api) [3](${at}#appconfig-enabled) [4](${at})`,
      `[5](${at}#gone) [6](${at}#twice) [7](${at}#set-up) [8](#both-and-here) <a href="${at}#debugging-and-output">9</a>`,
    ])
  })

  it('reports skipped files', async () => {
    const plan = await planOf(fixture('listed'))
    expect(plan.findings.skipped).toEqual([
      { path: 'guide/gone.md', reason: 'The table of contents lists it, but it is missing' },
      { path: 'guide/README.md', reason: 'The table of contents lists it more than once' },
      { path: 'loose/unseen.md', reason: 'The table of contents doesn’t list it. Exports contain it' },
    ])
  })

  it('imports used files and those in the assets folder', async () => {
    const plan = await planOf(fixture('listed'))
    expect(plan.files.map(({ name }) => name).sort()).toEqual(['a picture (1).png', 'dots.svg', 'unused.png'])
    expect((await plan.files[0]?.read())?.subarray(1, 4).toString()).toBe('PNG')
  })

  it('can have its pages in a folder and under names from .gitbook.yaml', async () => {
    const plan = await planOf(
      written({
        '.gitbook.yaml': 'root: ./docs/\nstructure:\n  summary: toc.md\n  readme: start.md\n',
        'docs/toc.md': '* [One](a/one.md)\n',
        'docs/start.md': '# Start\n\n![](../pictures/p.png)',
        'docs/a/one.md': 'One.',
        'pictures/p.png': 'x',
        'README.md': '# Of the repository',
      }),
    )
    expect(drawn(plan.pages)).toEqual(['start: Start', 'one: One'])
    expect(plan.files.map(({ source }) => source)).toEqual(['pictures/p.png'])
  })

  it('uses README.md and SUMMARY.md if .gitbook.yaml names files that are missing', async () => {
    const plan = await planOf(
      written({
        '.gitbook.yaml': 'root: docs/\nstructure:\n  readme: INDEX.md\n  summary: docs/SUMMARY.md\n',
        'docs/SUMMARY.md': '* [Start](README.md)\n* [Second](b.md)\n* [First](a.md)\n',
        'docs/README.md': '# Start',
        'docs/a.md': 'A.',
        'docs/b.md': 'B.',
      }),
    )
    expect(drawn(plan.pages)).toEqual(['docs: Start', 'b: Second', 'a: First'])
  })

  it('never refers to files outside of the source', async () => {
    const plan = await planOf(
      written({
        'SUMMARY.md': '* [A](../../etc/passwd.md)\n* [B](b.md)',
        'b.md': '[x](../../../etc/passwd)',
      }),
    )
    expect(drawn(plan.pages)).toEqual(['a: A -', 'b: B'])
    expect(plan.findings.linksBroken).toHaveLength(1)
  })
})

describe('a folder without a SUMMARY.md', () => {
  it('is imported by folders, sorted by numbers in names, which slugs keep', async () => {
    const plan = await planOf(fixture('folders'))
    expect(drawn(plan.pages)).toEqual([
      'introduction: Introduction',
      '01-first: First things',
      '02-basics: Basics',
      '  9-nine: Nine',
      '  10-ten: Ten',
      '10-more: More of it',
      '  loose_end: Loose end',
      'apart: Apart -',
      '  deep: Deep -',
      '    own-name: Deep hidden',
    ])
    expect(plan.files.map(({ source }) => source)).toEqual(['02-basics/pic.svg'])
    expect(plan.findings).toMatchObject({
      linksResolved: 3,
      linksBroken: [],
      skipped: [{ path: '02-basics/unused.svg', reason: 'No page uses it' }],
    })
  })

  it('reads HTML files as pages too', async () => {
    const page =
      '<title>T</title><main><h1>Two</h1><p>To <a href="../one.html#x">one</a>.</p><img src="p%201.png" alt="P"></main>'
    const plan = await planOf(written({ 'one.md': '# One', 'sub/two.html': page, 'sub/p 1.png': 'x' }))
    expect(drawn(plan.pages)).toEqual(['one: One', 'sub: Sub -', '  two: Two'])
    const text = everyPage(plan.pages).find(({ title }) => title === 'Two')?.text
    expect(text).toContain(`[one](/pages/${plan.pages[0]?.id}#x)`)
    expect(text).toContain(`![P](/files/${plan.files[0]?.id})`)
  })

  it('gives siblings different slugs', async () => {
    const plan = await planOf(written({ 'A.md': '# A', 'a.markdown': '# A too', '01-a.mdx': '# A again' }))
    expect(plan.pages.map(({ slug }) => slug)).toEqual(['01-a', 'a', 'a-1'])
  })

  it('skips binary files', async () => {
    const plan = await planOf(written({ 'good.md': '# Good', 'bad.md': 'a\0b' }))
    expect(drawn(plan.pages)).toEqual(['bad: Bad -', 'good: Good'])
    expect(plan.findings.skipped).toEqual([{ path: 'bad.md', reason: 'It isn’t a text file' }])
  })

  it('imports reusable contents from the includes folder', async () => {
    const plan = await planOf(
      written({
        'README.md': '# Start\n\n{% include ".gitbook/includes/notice.md" %}\n\n{% include "gone.md" %}',
        'guide/one.md': '# One\n\n{% include "../.gitbook/includes/notice.md" %}',
        '.gitbook/includes/notice.md': '---\ntitle: Legal notice\n---\n\nSee [one](../../guide/one.md).',
        '.gitbook/includes/untitled.md': 'Words\0',
      }),
    )
    const [shown] = plan.reusables
    expect(plan.reusables.map(({ title }) => title)).toEqual(['Legal notice'])
    expect(shown?.text).toBe(`See [one](/pages/${page(plan, 'guide/one.md').id}).`)
    const tag = `{% include "/reusable-contents/${shown?.id}" %}`
    expect(page(plan, 'guide/one.md').text).toBe(tag)
    expect(page(plan, 'README.md').text).toBe(`${tag}\n\n{% include "gone.md" %}`)
    expect(plan.findings.linksBroken).toEqual([{ page: 'README.md', url: 'gone.md' }])
    expect(plan.findings.skipped).toEqual([
      { path: '.gitbook/includes/untitled.md', reason: 'It isn’t a text file' },
    ])
    expect(drawn(plan.pages)).toEqual(['start: Start', 'guide: Guide -', '  one: One'])
  })
})

it.each(['listed', 'folders'])(
  'keeps the parts of each text of %s as the parser would find them',
  async (name) => {
    const texts = everyPage((await planOf(fixture(name))).pages).flatMap(({ text }) => text || [])
    expect(texts.length).toBeGreaterThan(2)
    for (const text of texts) expect(await parsedText(text)).toEqual(partsOf(text))
  },
)

it('keeps a condition that cannot be parsed, and reports that its page is hidden', async () => {
  const files = written({ 'README.md': '---\nif: visitor.claims.beta &&\n---\n# Start\n' })
  const { pages, findings } = await planOf(files)
  expect(pages[0]?.more?.condition).toBe('visitor.claims.beta &&')
  expect(findings.warnings).toEqual([
    {
      path: 'README.md',
      text: expect.stringMatching(/^The page is hidden because its condition isn’t valid. Character 23: /),
    },
  ])
})

describe('variables', () => {
  it('of a source are planned, and expressions without a value are reported', async () => {
    const code = (expression: string) => `<code class="expression">${expression}</code>`
    const files = written({
      'README.md': [
        '---',
        'vars:',
        '  own: yes',
        '---',
        '# Start',
        '',
        `${code('space.vars.version')} ${code('page.vars.own')} ${code('space.vars.gone')} ${code('page.vars.gone || 1')}`,
        `${code('visitor.claims.name')} ${code('space.vars.version.toUpperCase()')}`,
      ].join('\n'),
      '.gitbook/vars.yaml': 'version: v1\nlist: [1]\n',
      '.gitbook/tags.yaml': '- tag: beta\n  label: Beta\n- label: none\n',
    })
    const { values, findings } = await planOf(files)
    expect(values?.variables).toEqual({ version: 'v1' })
    expect(values?.tags).toEqual([{ slug: 'beta', label: 'Beta' }])
    expect(findings.configFiles).toEqual(['.gitbook/vars.yaml', '.gitbook/tags.yaml'])
    expect(findings.skipped).toEqual([])
    expect(findings.warnings.map(({ path, text }) => `${path}: ${text}`)).toEqual([
      '.gitbook/vars.yaml: The variable “list” isn’t a text of up to 256 characters, a number or a boolean',
      '.gitbook/tags.yaml: 1 of 2 tags can’t be used',
      'README.md: Readers see nothing of the expression “space.vars.gone”: the source doesn’t define space.vars.gone',
      'README.md: Readers see nothing of the expression “space.vars.version.toUpperCase()”: Only includes, startsWith, endsWith can be called',
    ])
  })
})

it('titles of a site in other languages are reported', async () => {
  const plan = await sitePlanOf(
    written({
      'docs.yaml': [
        'site:',
        '  structure:',
        '    - type: section',
        '      title: Guides',
        '      localizedTitle: { en: Guides, fr: Guides, ja: ガイド }',
        '      children:',
        '        - type: space',
        '          title: English',
        '          localizedTitle: { fr: Anglais }',
        '          content: { directory: guides }',
      ].join('\n'),
      'guides/README.md': '# Start\n',
    }),
  )
  expect(plan?.skipped).toEqual([
    {
      path: 'docs.yaml',
      reason:
        'Titles and descriptions in other languages (ja, fr) aren’t imported: sites show one title in all languages',
    },
  ])
})

test('pages in UTF-16 and in the encoding of older Windows programs are read', async () => {
  const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')
  const plan = await planOf(
    written({
      'a.md': Buffer.from('# Caf\xe9 \x96 men\xfc', 'latin1'),
      'b.md': utf16('# Größe'),
      'c.md': utf16('# Größe').swap16(),
      'd.md': '# Größe',
    }),
  )
  expect(plan.pages.map(({ title }) => title)).toEqual(['Café – menü', 'Größe', 'Größe', 'Größe'])
  expect(plan.findings.skipped).toEqual([])
})
