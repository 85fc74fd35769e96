/** In menu order. */
export const blockGroups = ['Text', 'Lists', 'Callouts', 'Code and data', 'Layout', 'Media', 'Links'] as const

/** A block in the menu behind `/`. */
export type BlockOption = {
  readonly label: string
  readonly detail: string
  /** The Markdown that creates it without the menu. */
  readonly typed?: string
  readonly group: (typeof blockGroups)[number]
  /** Other search terms. */
  readonly keywords?: string
  /** Markdown to insert; `‹name›` is a field to fill in, and the first one gets the cursor. */
  readonly template: string
  /** Inserted within the line rather than on lines of its own. */
  readonly isInline?: true
  /** Opens a picker instead of inserting, or the completion menu afterwards. */
  readonly opens?: 'files' | 'menu' | 'operations' | 'reusable-content'
}

const hint = (style: string, label: string, detail: string, keywords: string): BlockOption => ({
  label,
  detail,
  group: 'Callouts',
  keywords: `hint callout note box ${keywords}`,
  template: `{% hint style="${style}" %}\n‹›\n{% endhint %}`,
})

const heading = (level: number, detail: string): BlockOption => ({
  label: `Heading ${level}`,
  detail,
  typed: '#'.repeat(level),
  group: 'Text',
  keywords: `h${level} title section`,
  template: `${'#'.repeat(level)} ‹›`,
})

const card = (name: string, text: string) => `<tr><td><strong>‹${name}›</strong></td><td>‹${text}›</td></tr>`

/** All blocks in menu order. */
export const blockOptions: readonly BlockOption[] = [
  heading(2, 'Starts a section'),
  heading(3, 'Starts a subsection'),
  heading(4, 'Starts a smaller subsection'),
  {
    label: 'Quote',
    detail: 'Quoted text',
    typed: '>',
    group: 'Text',
    keywords: 'blockquote citation',
    template: '> ‹›',
  },
  {
    label: 'Divider',
    detail: 'A line between sections',
    typed: '---',
    group: 'Text',
    keywords: 'rule line separator hr',
    template: '---\n\n‹›',
  },
  {
    label: 'Bulleted list',
    detail: 'A simple list',
    typed: '-',
    group: 'Lists',
    keywords: 'unordered ul bullet points',
    template: '- ‹›',
  },
  {
    label: 'Numbered list',
    detail: 'A list in order',
    typed: '1.',
    group: 'Lists',
    keywords: 'ordered ol',
    template: '1. ‹›',
  },
  {
    label: 'Task list',
    detail: 'Tasks with checkboxes',
    typed: '- [ ]',
    group: 'Lists',
    keywords: 'todo checkbox check',
    template: '- [ ] ‹›',
  },
  hint('info', 'Info', 'Worth knowing', 'information tip'),
  hint('success', 'Success', 'A positive result', 'tip done ok'),
  hint('warning', 'Warning', 'Something that can go wrong', 'caution attention'),
  hint('danger', 'Danger', 'What to avoid', 'error critical'),
  {
    label: 'Code',
    detail: 'Code in any language',
    typed: '```',
    group: 'Code and data',
    keywords: 'fence snippet listing pre',
    template: '```‹›\n‹›\n```',
  },
  {
    label: 'Code with a title',
    detail: 'Code with a file name',
    group: 'Code and data',
    keywords: 'fence file name line numbers',
    template: '{% code title="‹file.ts›" lineNumbers="true" %}\n```‹ts›\n‹›\n```\n{% endcode %}',
  },
  {
    label: 'Table',
    detail: 'Press Tab to move between cells',
    typed: '| |',
    group: 'Code and data',
    keywords: 'grid rows columns',
    template: '| ‹Name› | ‹Value› |\n| ---- | ----- |\n|      |       |',
  },
  {
    label: 'Diagram',
    detail: 'Drawn from text, in Mermaid',
    typed: '```mermaid',
    group: 'Code and data',
    keywords: 'mermaid flowchart sequence chart graph',
    template: '```mermaid\nflowchart LR\n  ‹Draft› --> ‹Published›\n```',
  },
  {
    label: 'Formula',
    detail: 'Mathematics in TeX',
    typed: '$$',
    group: 'Code and data',
    keywords: 'math equation latex tex katex',
    template: '$$\n‹x^2›\n$$',
  },
  {
    label: 'Variable',
    detail: 'The value of a variable of the space',
    group: 'Code and data',
    keywords: 'expression value vars',
    template: '<code class="expression">space.vars.‹name›</code>',
    isInline: true,
  },
  {
    label: 'Tabs',
    detail: 'Content in tabs',
    group: 'Layout',
    keywords: 'variants switch',
    template:
      '{% tabs %}\n{% tab title="‹First›" %}\n‹›\n{% endtab %}\n\n{% tab title="‹Second›" %}\n‹›\n{% endtab %}\n{% endtabs %}',
  },
  {
    label: 'Steps',
    detail: 'Numbered steps',
    group: 'Layout',
    keywords: 'stepper guide procedure',
    template:
      '{% stepper %}\n{% step %}\n## ‹First›\n\n‹›\n{% endstep %}\n\n{% step %}\n## ‹Second›\n\n‹›\n{% endstep %}\n{% endstepper %}',
  },
  {
    label: 'Condition',
    detail: 'Content for some visitors',
    group: 'Layout',
    keywords: 'if adaptive claims audience visitor',
    template: '{% if visitor.claims.‹plan› == "‹pro›" %}\n‹›\n{% endif %}',
  },
  {
    label: 'Expandable',
    detail: 'Collapsed until opened',
    group: 'Layout',
    keywords: 'details summary accordion toggle collapse faq',
    template: '<details>\n\n<summary>‹Question›</summary>\n\n‹›\n\n</details>',
  },
  {
    label: 'Updates',
    detail: 'A changelog with a feed',
    group: 'Layout',
    keywords: 'changelog release notes timeline news',
    template:
      '{% updates format="full" %}\n{% update date="‹2026-01-31›" tags="‹new›" %}\n## ‹Title›\n\n‹›\n{% endupdate %}\n{% endupdates %}',
  },
  {
    label: 'Prompt',
    detail: 'A text to copy into an assistant',
    group: 'Code and data',
    keywords: 'ai copy llm',
    template:
      '{% prompt description="‹Title›" defaultExpanded="full" %}\n```markdown\n‹›\n```\n{% endprompt %}',
  },
  {
    label: 'Columns',
    detail: 'Content side by side',
    group: 'Layout',
    keywords: 'side by side',
    template:
      '{% columns %}\n{% column %}\n‹›\n{% endcolumn %}\n\n{% column %}\n‹›\n{% endcolumn %}\n{% endcolumns %}',
  },
  {
    label: 'Cards',
    detail: 'A grid of links',
    group: 'Layout',
    keywords: 'grid tiles',
    template: `<table data-view="cards"><thead><tr><th></th><th></th></tr></thead><tbody>\n${card('First', 'Text')}\n${card('Second', 'More')}\n</tbody></table>`,
  },
  {
    label: 'Reusable content',
    detail: 'A text that many pages show',
    group: 'Layout',
    keywords: 'include snippet shared synced block',
    template: '',
    opens: 'reusable-content',
  },
  {
    label: 'Image or file',
    detail: 'From this device',
    typed: '![]()',
    group: 'Media',
    keywords: 'picture photo upload attachment pdf download',
    template: '',
    opens: 'files',
  },
  {
    label: 'Embed',
    detail: 'A video or another website',
    group: 'Media',
    keywords: 'video youtube vimeo iframe url',
    template: '{% embed url="‹https://›" %}',
  },
  {
    label: 'API operation',
    detail: 'From an OpenAPI specification',
    group: 'Media',
    keywords: 'openapi swagger endpoint rest method http',
    template: '',
    opens: 'operations',
  },
  {
    label: 'Link to a page',
    detail: 'Keeps working when the page moves',
    typed: '[[',
    group: 'Links',
    keywords: 'reference internal',
    template: '[[‹›',
    isInline: true,
    opens: 'menu',
  },
  {
    label: 'Page as a card',
    detail: 'With its title and description',
    group: 'Links',
    keywords: 'content ref reference link',
    template: '{% content-ref url="‹›" %}\n{% endcontent-ref %}',
    opens: 'menu',
  },
  {
    label: 'Emoji',
    detail: 'Search by name',
    typed: ':',
    group: 'Links',
    keywords: 'smiley icon',
    template: ':‹›',
    isInline: true,
  },
]

/** Blocks whose label matches the query, then those with a matching keyword. */
export function searchBlocks(query: string): BlockOption[] {
  const text = query.trim().toLowerCase()
  if (text === '') return [...blockOptions]
  const byLabel = blockOptions.filter(({ label }) => startsWord(label, text))
  const byKeyword = blockOptions.filter(
    (one) => !byLabel.includes(one) && startsWord(one.keywords ?? '', text),
  )
  return [...byLabel, ...byKeyword]
}

const startsWord = (text: string, query: string): boolean => ` ${text.toLowerCase()}`.includes(` ${query}`)

/** Converts a template to a CodeMirror snippet. */
export const toSnippet = (template: string): string =>
  template.replace(/‹([^›]*)›/g, (_, name: string) => `\${${name}}`)

type Pickers = Readonly<Record<'onPickFiles' | 'onPickOperation' | 'onPickReusableContent', () => void>>

/** Opens the dialog that chooses what a block shows; undefined for blocks that have none. */
export function pickerOf({ opens }: BlockOption, pickers: Pickers): (() => void) | undefined {
  if (opens === 'files') return pickers.onPickFiles
  if (opens === 'operations') return pickers.onPickOperation
  return opens === 'reusable-content' ? pickers.onPickReusableContent : undefined
}
