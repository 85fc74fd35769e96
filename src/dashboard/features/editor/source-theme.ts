import { markdown, markdownLanguage } from '@codemirror/lang-markdown'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorState, type Extension } from '@codemirror/state'
import { Decoration, EditorView, MatchDecorator, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** Colors and sizes are design tokens, which the shadow root inherits. */
const editorTheme = EditorView.theme({
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
    fontFamily: 'var(--font-sans)',
    fontSize: 'var(--text-12)',
  },
  '.cm-panels.cm-panels-bottom': { borderTop: '1px solid var(--line)' },
  '.cm-panel.cm-search': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: 'var(--space-1h) var(--space-2)',
    padding: 'var(--space-2) 2.5rem var(--space-2) var(--space-3)',
    fontFamily: 'inherit',
  },
  '.cm-panel.cm-search br': { display: 'block', flexBasis: '100%', content: '""' },
  '.cm-panel.cm-search :is(input, button, label)': {
    margin: '0',
    fontFamily: 'inherit',
    fontSize: 'inherit',
  },
  '.cm-panel.cm-search label': { display: 'inline-flex', alignItems: 'center', gap: 'var(--space-1)' },
  '.cm-panel.cm-search [name="close"]': {
    top: 'var(--space-2)',
    right: 'var(--space-2)',
    width: '1.75rem',
    height: '1.75rem',
    fontSize: 'var(--text-14)',
    color: 'var(--text-soft)',
    borderRadius: 'var(--radius-control)',
  },
  '.cm-panel.cm-search .cm-textfield': {
    height: '1.75rem',
    flex: '1 1 8rem',
    maxWidth: '14rem',
    padding: '0 var(--space-2)',
    backgroundColor: 'var(--bg-field)',
    border: '1px solid var(--line-control)',
    borderRadius: 'var(--radius-control)',
    color: 'var(--text)',
    outline: 'none',
  },
  '.cm-panel.cm-search .cm-textfield:focus': { outline: '2px solid var(--focus)', outlineOffset: '-1px' },
  '.cm-panel.cm-search .cm-button': {
    height: '1.75rem',
    padding: '0 var(--space-2)',
    backgroundImage: 'none',
    backgroundColor: 'var(--bg)',
    border: '1px solid var(--line-control)',
    borderRadius: 'var(--radius-control)',
    color: 'var(--text)',
  },
  '.cm-panel.cm-search :is(button, [type="checkbox"]):focus-visible': {
    outline: '2px solid var(--focus)',
    outlineOffset: '1px',
  },
  '.cm-panel.cm-search .cm-button:hover, .cm-panel.cm-search [name="close"]:hover': {
    backgroundColor: 'var(--bg-hover)',
  },
  '.cm-panel.cm-search [name="select"]': { display: 'none' },
  '.cm-panel.cm-search [type="checkbox"]': { accentColor: 'var(--accent-9)' },
})

/** The completion menus, styled like other menus. */
const menuTheme = EditorView.theme({
  '.cm-tooltip.cm-tooltip-autocomplete': {
    backgroundColor: 'var(--bg-float)',
    border: '0',
    borderRadius: '0.5rem',
    boxShadow: 'var(--shadow-float)',
    padding: 'var(--space-1)',
    zIndex: 'var(--z-menu)',
    maxWidth: 'calc(100vw - 1rem)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--font-sans)',
    fontSize: 'var(--text-13)',
    lineHeight: 'var(--leading-13)',
    maxHeight: 'min(22rem, 42vh)',
    minWidth: 'min(22rem, calc(100vw - 1.5rem))',
    maxWidth: '30rem',
    scrollbarWidth: 'thin',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    alignItems: 'center',
    gap: 'var(--space-3)',
    minHeight: '1.875rem',
    padding: '0 var(--space-2)',
    borderRadius: 'var(--radius-mark)',
    color: 'var(--text)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--bg-float-hover)',
    color: 'var(--text)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > completion-section': {
    display: 'block',
    border: '0',
    opacity: '1',
    padding: 'var(--space-2) var(--space-2) var(--space-1)',
    fontSize: 'var(--text-11)',
    color: 'var(--text-faint)',
  },
  '.cm-completionLabel': {
    flex: 'none',
    minWidth: '8rem',
    maxWidth: '70%',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-completionDetail': {
    flex: '1',
    minWidth: '0',
    margin: '0',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontStyle: 'normal',
    color: 'var(--text-faint)',
  },
  '.cm-typed': {
    flex: 'none',
    marginLeft: 'auto',
    fontFamily: 'var(--font-mono)',
    fontSize: 'var(--text-11)',
    color: 'var(--text-faint)',
  },
  '.cm-snippetField': { backgroundColor: 'var(--accent-3)', borderRadius: '2px' },
  '.cm-snippetFieldPosition': { borderLeft: '1px dotted var(--mark)' },
  '@media (pointer: coarse)': {
    '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { minHeight: '2.5rem' },
  },
})

/** Labels of the search panel. */
const phrases = EditorState.phrases.of({
  next: 'Next',
  previous: 'Previous',
  'match case': 'Match case',
  regexp: 'Pattern',
  'by word': 'Whole words',
  replace: 'Replace',
  'replace all': 'Replace all',
  close: 'Close',
})

/** Not `tags.heading`, which also matches table heads. */
const headings = [tags.heading1, tags.heading2, tags.heading3, tags.heading4, tags.heading5, tags.heading6]

const highlightColors = HighlightStyle.define([
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

/** Makes block tags and table delimiter rows faint. */
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

export const sourceTheme: Extension = [
  editorTheme,
  menuTheme,
  phrases,
  markdown({ base: markdownLanguage, completeHTMLTags: false }),
  syntaxHighlighting(highlightColors),
  faintTags,
]
