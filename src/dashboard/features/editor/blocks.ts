/** In the order of the menu. */
export const blockGroups = ['Text', 'Lists', 'Callouts', 'Code and data', 'Layout', 'Media', 'Links'] as const

/** A block that the menu behind `/` offers. */
export type BlockOffer = {
  readonly label: string
  /** What it is for, in a few words. */
  readonly detail: string
  /** How it is typed without the menu. */
  readonly typed?: string
  readonly group: (typeof blockGroups)[number]
  /** Other words it is found by. */
  readonly words?: string
  /** What is written; `‹name›` is a place to fill in, the first of them has the cursor. */
  readonly template: string
  /** Within a line rather than on lines of its own. */
  readonly isInline?: true
  /** The choice of files opens instead, or a menu of completions after it. */
  readonly opens?: 'files' | 'menu' | 'operations'
}

const hint = (style: string, label: string, detail: string, words: string): BlockOffer => ({
  label,
  detail,
  group: 'Callouts',
  words: `hint callout note box ${words}`,
  template: `{% hint style="${style}" %}\n‹›\n{% endhint %}`,
})

const heading = (level: number, detail: string): BlockOffer => ({
  label: `Heading ${level}`,
  detail,
  typed: '#'.repeat(level),
  group: 'Text',
  words: `h${level} title section`,
  template: `${'#'.repeat(level)} ‹›`,
})

const card = (name: string, text: string) => `<tr><td><strong>‹${name}›</strong></td><td>‹${text}›</td></tr>`

/** All blocks, group by group, in the order in which the menu shows them. */
export const blockOffers: readonly BlockOffer[] = [
  heading(2, 'Begins a section'),
  heading(3, 'Begins a part of a section'),
  heading(4, 'Below that'),
  {
    label: 'Quote',
    detail: 'Words of somebody else',
    typed: '>',
    group: 'Text',
    words: 'blockquote citation',
    template: '> ‹›',
  },
  {
    label: 'Divider',
    detail: 'A line between two thoughts',
    typed: '---',
    group: 'Text',
    words: 'rule line separator hr',
    template: '---\n\n‹›',
  },
  {
    label: 'Bulleted list',
    detail: 'Points in no order',
    typed: '-',
    group: 'Lists',
    words: 'unordered ul bullet points',
    template: '- ‹›',
  },
  {
    label: 'Numbered list',
    detail: 'One thing after the other',
    typed: '1.',
    group: 'Lists',
    words: 'ordered ol',
    template: '1. ‹›',
  },
  {
    label: 'Task list',
    detail: 'What is to be done, with boxes',
    typed: '- [ ]',
    group: 'Lists',
    words: 'todo checkbox check',
    template: '- [ ] ‹›',
  },
  hint('info', 'Info', 'Worth knowing', 'information tip'),
  hint('success', 'Success', 'How one knows that it worked', 'tip done ok'),
  hint('warning', 'Warning', 'What may go wrong', 'caution attention'),
  hint('danger', 'Danger', 'What must not happen', 'error critical'),
  {
    label: 'Code',
    detail: 'A listing in a language',
    typed: '```',
    group: 'Code and data',
    words: 'fence snippet listing pre',
    template: '```‹›\n‹›\n```',
  },
  {
    label: 'Code with a title',
    detail: 'A listing with the name of its file',
    group: 'Code and data',
    words: 'fence file name line numbers',
    template: '{% code title="‹file.ts›" lineNumbers="true" %}\n```‹ts›\n‹›\n```\n{% endcode %}',
  },
  {
    label: 'Table',
    detail: 'Tab leads from cell to cell',
    typed: '| |',
    group: 'Code and data',
    words: 'grid rows columns',
    template: '| ‹Name› | ‹Value› |\n| ---- | ----- |\n|      |       |',
  },
  {
    label: 'Formula',
    detail: 'Mathematics in TeX',
    typed: '$$',
    group: 'Code and data',
    words: 'math equation latex tex katex',
    template: '$$\n‹x^2›\n$$',
  },
  {
    label: 'Tabs',
    detail: 'One of several at a time',
    group: 'Layout',
    words: 'variants switch',
    template:
      '{% tabs %}\n{% tab title="‹First›" %}\n‹›\n{% endtab %}\n\n{% tab title="‹Second›" %}\n‹›\n{% endtab %}\n{% endtabs %}',
  },
  {
    label: 'Steps',
    detail: 'A way through, with numbers',
    group: 'Layout',
    words: 'stepper guide procedure',
    template:
      '{% stepper %}\n{% step %}\n## ‹First›\n\n‹›\n{% endstep %}\n\n{% step %}\n## ‹Second›\n\n‹›\n{% endstep %}\n{% endstepper %}',
  },
  {
    label: 'Expandable',
    detail: 'Closed until it is asked for',
    group: 'Layout',
    words: 'details summary accordion toggle collapse faq',
    template: '<details>\n\n<summary>‹Question›</summary>\n\n‹›\n\n</details>',
  },
  {
    label: 'Columns',
    detail: 'Two things beside each other',
    group: 'Layout',
    words: 'side by side',
    template:
      '{% columns %}\n{% column %}\n‹›\n{% endcolumn %}\n\n{% column %}\n‹›\n{% endcolumn %}\n{% endcolumns %}',
  },
  {
    label: 'Cards',
    detail: 'A choice of ways to go on',
    group: 'Layout',
    words: 'grid tiles',
    template: `<table data-view="cards"><thead><tr><th></th><th></th></tr></thead><tbody>\n${card('First', 'Text')}\n${card('Second', 'More')}\n</tbody></table>`,
  },
  {
    label: 'Image or file',
    detail: 'From this device',
    typed: '![]()',
    group: 'Media',
    words: 'picture photo upload attachment pdf download',
    template: '',
    opens: 'files',
  },
  {
    label: 'Embed',
    detail: 'A film or another site',
    group: 'Media',
    words: 'video youtube vimeo iframe url',
    template: '{% embed url="‹https://›" %}',
  },
  {
    label: 'API operation',
    detail: 'Of an OpenAPI specification',
    group: 'Media',
    words: 'openapi swagger endpoint rest method http',
    template: '',
    opens: 'operations',
  },
  {
    label: 'Link to a page',
    detail: 'Follows it wherever it moves',
    typed: '[[',
    group: 'Links',
    words: 'reference internal',
    template: '[[‹›',
    isInline: true,
    opens: 'menu',
  },
  {
    label: 'Page as a card',
    detail: 'With its title and description',
    group: 'Links',
    words: 'content ref reference link',
    template: '{% content-ref url="‹›" %}\n{% endcontent-ref %}',
    opens: 'menu',
  },
  {
    label: 'Emoji',
    detail: 'By its name',
    typed: ':',
    group: 'Links',
    words: 'smiley icon',
    template: ':‹›',
    isInline: true,
  },
]

/** Those that the words typed behind `/` may mean: first those called so, then those found by other words. */
export function offersFor(query: string): BlockOffer[] {
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return [...blockOffers]
  const called = blockOffers.filter(({ label }) => startsWord(label, wanted))
  const known = blockOffers.filter((one) => !called.includes(one) && startsWord(one.words ?? '', wanted))
  return [...called, ...known]
}

const startsWord = (text: string, wanted: string): boolean => ` ${text.toLowerCase()}`.includes(` ${wanted}`)

/** A template as the editor's snippets are written. */
export const snippetOf = (template: string): string =>
  template.replace(/‹([^›]*)›/g, (_, name: string) => `\${${name}}`)
