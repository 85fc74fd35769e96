import { markdown, markdownLanguage } from '@codemirror/lang-markdown'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { Decoration, EditorView, MatchDecorator, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** Colours and measures come from the tokens, which reach into the shadow root by inheritance. */
const look = EditorView.theme({
  '&': {
    height: '100%',
    color: 'var(--text-soft)',
    backgroundColor: 'var(--bg)',
    fontSize: 'var(--text-12)',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.375rem', overflow: 'auto' },
  '.cm-content': { padding: 'var(--space-4) 0 40vh', caretColor: 'var(--accent-9)' },
  '.cm-line': { padding: '0 var(--space-4) 0 0' },
  '.cm-gutters': { backgroundColor: 'var(--bg)', border: '0', color: 'var(--text-faint)' },
  '.cm-lineNumbers .cm-gutterElement': {
    minWidth: '2.75rem',
    padding: '0 var(--space-4) 0 0',
    fontSize: 'var(--text-11)',
    fontVariantNumeric: 'tabular-nums',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--bg-hover)' },
  '.cm-cursor': { borderLeft: '2px solid var(--accent-9)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-4)',
  },
  '.cm-tag': { color: 'var(--text-faint)' },
  '.cm-searchMatch': { backgroundColor: 'var(--warning-3)', outline: '1px solid var(--warning-6)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--warning-6)' },
  '.cm-panels': {
    backgroundColor: 'var(--bg-sunken)',
    color: 'var(--text)',
    borderTop: '1px solid var(--line)',
    fontFamily: 'var(--font-sans)',
    fontSize: 'var(--text-12)',
  },
  '.cm-textfield': {
    backgroundColor: 'var(--bg-field)',
    border: '1px solid var(--line-control)',
    borderRadius: 'var(--radius-mark)',
    color: 'var(--text)',
    fontSize: 'inherit',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--bg)',
    border: '1px solid var(--line-control)',
    borderRadius: 'var(--radius-mark)',
    color: 'var(--text)',
    fontSize: 'inherit',
  },
})

/** Not `tags.heading`, which the heads of tables have too. */
const headings = [tags.heading1, tags.heading2, tags.heading3, tags.heading4, tags.heading5, tags.heading6]

const inks = HighlightStyle.define([
  ...headings.map((tag) => ({ tag, color: 'var(--text)', fontWeight: '600' })),
  { tag: [tags.strong, tags.monospace], color: 'var(--text)', fontWeight: '600' },
  { tag: tags.emphasis, color: 'var(--text)', fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.link, tags.url], color: 'var(--text-link)' },
  { tag: [tags.contentSeparator, tags.comment, tags.labelName], color: 'var(--text-faint)' },
])

const tagMatcher = new MatchDecorator({
  regexp: /\{%.*?%\}|^\|[\s:|-]+\|\s*$/g,
  decoration: Decoration.mark({ class: 'cm-tag' }),
})

/** Block tags and the rule under a table's head stand back. */
const faintTags = ViewPlugin.fromClass(
  class {
    decorations
    constructor(view: EditorView) {
      this.decorations = tagMatcher.createDeco(view)
    }
    update(update: ViewUpdate) {
      this.decorations = tagMatcher.updateDeco(update, this.decorations)
    }
  },
  { decorations: (plugin) => plugin.decorations },
)

export const sourceLook: Extension = [
  look,
  markdown({ base: markdownLanguage, completeHTMLTags: false }),
  syntaxHighlighting(inks),
  faintTags,
]
