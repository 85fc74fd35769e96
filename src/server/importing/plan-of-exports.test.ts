import { describe, expect, it } from 'vitest'
import { confluenceExport, notionExport } from '#testing/product-exports.ts'
import { readCsv } from './notion/read-csv.ts'
import { openExport } from './open-export.ts'
import type { ImportPlan, PlannedPage } from './plan.ts'
import { planOfFiles } from './plan-of-files.ts'
import type { SourceFiles } from './source-files.ts'

const written = (texts: Readonly<Record<string, string>>): SourceFiles => ({
  list: async () => Object.entries(texts).map(([path, text]) => ({ path, size: Buffer.byteLength(text) })),
  read: async (path) => Buffer.from(texts[path] ?? ''),
  close: async () => undefined,
})

async function planOf(texts: Readonly<Record<string, string>>): Promise<ImportPlan> {
  let count = 0
  return planOfFiles(await openExport(written(texts)), {
    newId: () => `id${++count}`,
    onProgress: async () => undefined,
    markdownOfHtml: () => Promise.reject(new Error('The export converts its pages itself')),
  })
}

const drawn = (pages: readonly PlannedPage[], depth = 0): string[] =>
  pages.flatMap(({ slug, title, hidden, children }) => [
    `${'  '.repeat(depth)}${slug}: ${title}${hidden ? ' (hidden)' : ''}`,
    ...drawn(children, depth + 1),
  ])

const everyPage = (pages: readonly PlannedPage[]): PlannedPage[] =>
  pages.flatMap((page) => [page, ...everyPage(page.children)])

/** The text of a page, with the titles of pages and the names of files instead of their ids. */
function textOf(plan: ImportPlan, title: string): string {
  const page = everyPage(plan.pages).find((one) => one.title === title)
  const names = new Map<string, string>([
    ...everyPage(plan.pages).map(({ id, title: name }) => [`/pages/${id}`, `<${name}>`] as const),
    ...plan.files.map(({ id, name }) => [`/files/${id}`, `<${name}>`] as const),
  ])
  return (page?.text ?? '').replace(/\/(?:pages|files)\/id\d+/g, (address) => names.get(address) ?? address)
}

describe('an export of Notion', () => {
  it('has titles and slugs without ids, in the order of the pages and databases', async () => {
    const plan = await planOf(notionExport)
    expect(plan.format).toBe('notion')
    expect(drawn(plan.pages)).toEqual([
      'team-handbook: Team handbook',
      '  zebra-setup: Zebra setup',
      '  about-us: About (us)',
      '  tasks: Tasks',
      '    write-docs: Write docs',
      '    ship-it: Ship it',
    ])
    expect(plan.findings.skipped).toEqual([
      {
        path: expect.stringMatching(/Tasks d+\.csv$/),
        reason: 'It is a view of a database that is imported as a whole',
      },
    ])
    expect(plan.findings.linksBroken).toEqual([])
    expect(plan.files.map(({ name }) => name)).toEqual(['image 1.png'])
  })

  it('has callouts as hints, toggles as expandables, code as it is, and links by id', async () => {
    const text = textOf(await planOf(notionExport), 'Team handbook')
    expect(text).toContain('{% hint style="info" %}\nStart with [Zebra setup](<Zebra setup>).\n{% endhint %}')
    expect(text).toContain('{% hint style="info" %}\nNever share keys.\n{% endhint %}')
    expect(text).toContain('<details>\n\n<summary>More about us</summary>\n\n')
    expect(text).toContain('```\n<aside> is code here\n```')
    expect(text).toContain('![Diagram](<image 1.png>)')
    expect(text).toContain('[About (us)](<About (us)>)')
    expect(text).toContain('[Tasks](<Tasks>)')
    expect(text).toContain('[the same page](<Zebra setup>)')
    expect(text).toContain('[elsewhere](https://www.notion.so/acme/ffff')
  })

  it('has databases as tables that link to the pages of their rows, which list their properties', async () => {
    const plan = await planOf(notionExport)
    expect(textOf(plan, 'Tasks').trim().split('\n')).toEqual([
      '| Name | Status | Notes | Related |',
      '| --- | --- | --- | --- |',
      '| [Write docs](<Write docs>) | Done | Line one<br>line, two \\| "quoted" | [Zebra setup](<Zebra setup>) |',
      '| [Ship \\*it\\*](<Ship it>) | Open | https://example.org/a_b_c |  |',
      '| Without a page | Open |  |  |',
    ])
    expect(textOf(plan, 'Write docs').trim()).toBe(
      '* **Status:** Done\n* **Related:** [Zebra setup](<Zebra setup>)\n\nDone on Monday.',
    )
    expect(textOf(plan, 'Zebra setup')).toContain(
      'Note: this is a sentence.\n\nBack to [the handbook](<Team handbook>)',
    )
  })

  it('is not recognized in an ordinary folder', async () => {
    const files = written({ 'README.md': '# A', 'guide.md': '# B', [`note ${'a'.repeat(32)}.md`]: '# C' })
    expect((await openExport(files)).product).toBeUndefined()
  })
})

describe('CSV', () => {
  it('has quotes, commas, line breaks and empty fields', () => {
    expect(readCsv('a,b\r\n"x, ""y""\nz",\n,last\n\n"open')).toEqual([
      ['a', 'b'],
      ['x, "y"\nz', ''],
      ['', 'last'],
      ['open'],
    ])
  })
})

describe('icons', () => {
  it('that are unknown are named in the report', async () => {
    const icon = (name: string) => `---\nicon: ${name}\n---\n\n# Page\n`
    const { findings } = await planOf({ 'a.md': icon('rocket'), 'b.md': icon('zzqqx') })
    expect(findings.warnings).toEqual([{ path: 'b.md', text: 'The icon “zzqqx” is unknown and isn’t shown' }])
  })
})

describe('an export of Confluence', () => {
  it('has the tree and the titles of its index, and attachments by their names', async () => {
    const plan = await planOf(confluenceExport)
    expect(plan.format).toBe('confluence')
    expect(drawn(plan.pages)).toEqual([
      'platform-home: Platform Home',
      '  operations-and-alerts: Operations & alerts',
      '  getting-started: Getting started',
      '    gone: Gone',
      'unlisted-a-page: Unlisted: a page (hidden)',
    ])
    expect(plan.files.map(({ name }) => name)).toEqual(['overview.png', 'Plan & budget.pdf'])
    expect(plan.findings.skipped).toEqual([
      { path: 'Gone_1009.html', reason: 'The index lists it, but it is missing' },
    ])
    expect(plan.findings.linksBroken).toEqual([])
  })

  it('has links by the names, ids and titles of pages, and the anchors of this service', async () => {
    const text = textOf(await planOf(confluenceExport), 'Platform Home')
    expect(text).toContain('[Getting started](<Getting started>)')
    expect(text).toContain('[operations](<Operations & alerts>)')
    expect(text).toContain('[on call](<Operations & alerts>#on-call)')
    expect(text).toContain('[the old address](<Getting started>)')
    expect(text).toContain('![overview.png](<overview.png>)')
    expect(text).toContain('Ask Ada ✅')
    expect(text).toMatch(/\* \[x\] Write\n\* \[ \] Publish/)
    expect(text).toContain('## Attachments\n\n* [Plan & budget.pdf](<Plan & budget.pdf>)')
    expect(text).not.toMatch(/Created by|generated by|bullet/)
  })

  it('has files with encoded names, and those that thumbnails or profiles show', async () => {
    const team = `<div class="profile-macro"><a class="userLogoLink" href="/wiki/people/5e9">
<img class="userLogo logo" src="aa-avatar/5e9" alt="User icon: Ada" /></a><a class="confluence-userlink" href="/wiki/people/5e9">Ada</a></div>`
    const report = (inside: string) => `<a class="confluence-embedded-file" href="attachments/1003/3001.docx"
data-linked-resource-default-alias="Report &amp; plan.docx">${inside}</a>`
    const cell =
      '<td><p>Check:</p><ul><li>tires</li><li><p>lights</p></li></ul></td><td><ol start="2"><li>Go</li></ol></td>'
    const issue = `<span class="confluence-jim-macro jira-issue"><a href="https://acme.example/browse/A-1" class="jira-issue-key">A-1</a>
 - <span class="summary">Getting issue details...</span> <span class="aui-lozenge">STATUS</span></span>`
    const { '1003.html': _, 'Unlisted_1010.html': __, ...others } = confluenceExport
    const plan = await planOf({
      ...others,
      'index.html': (others['index.html'] ?? '').replaceAll('1003.html', 'Ada%27s-plan_1003.html'),
      'Ada%27s-plan_1003.html': `<html><body class="theme-default"><h1 id="title-text">Platform : Ada's plan</h1>
<div id="main-content">${team}<p>${report('<img src="attachments/thumbnails/1003/3001" height="250"/>')}</p>
<p><a href="/wiki/label/notes" rel="tag">notes</a> and ${issue}</p><table><tr>${cell}</tr></table></div></body></html>`,
      'attachments/1003/3001.docx': 'DOCX',
    })
    expect(plan.findings).toMatchObject({ linksBroken: [], skipped: [{ path: 'Gone_1009.html' }] })
    expect(plan.files.map(({ source }) => source)).toContain('attachments/1003/3001.docx')
    const text = textOf(plan, 'Operations & alerts')
    expect(text).toContain('Ada\n\n[Report & plan.docx](<3001.docx>)')
    expect(text).toContain('notes and [A-1](https://acme.example/browse/A-1)\n')
    expect(text).toContain('| Check:<br>• tires<br>• lights | 2. Go |')
  })

  it('has macros as blocks, and names those that are not understood', async () => {
    const plan = await planOf(confluenceExport)
    const text = textOf(plan, 'Getting started')
    expect(text).toContain('[below](<Getting started>#install-it)')
    expect(text).toContain(
      '{% code title="install.sh" %}\n```bash\nnpm install\nif a < b; then echo {% raw %}; fi\n```\n{% endcode %}',
    )
    expect(text).toContain('```\nas   it is\n```')
    expect(text).toContain('{% hint style="danger" %}\n**Take care**\n\nBack up first.\n{% endhint %}')
    expect(text).toContain('{% hint style="info" %}\nFor your information.\n{% endhint %}')
    expect(text).toContain('{% hint style="warning" %}\nNote it.\n{% endhint %}')
    expect(text).toContain('{% hint style="success" %}\nA tip.\n{% endhint %}')
    expect(text).toContain('{% hint style="info" %}\n**Owners**\n\nTeam A\n{% endhint %}')
    expect(text).toMatch(/<summary>Show logs<\/summary>\n\nLogs\n\n<\/details>/)
    expect(text).toContain('State: **DONE**')
    expect(text).toContain('| Port | 4400 |')
    expect(text).not.toContain('[Install](')
    expect(plan.findings.warnings).toEqual([
      { path: 'Getting-started_1002.html', text: 'Macros that aren’t supported: roadmap-planner' },
    ])
  })
})
